// Runs on PostgreSQL too: locks.
import { sql } from 'kysely';
import type { RunExclusively } from '#server/db/exclusive-work.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { retryOnDeadlock } from '#server/db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

const postgresUrl = process.env.TEST_DATABASE_URL;
/** One database, and on PostgreSQL another process of it. */
let made: TestDatabase;
let other: RunExclusively & { close(): Promise<void> };
beforeAll(async () => {
  made = await createTestDatabase(postgresUrl ? { postgresUrl } : {});
  if (!postgresUrl) {
    other = { ...made.database, close: async () => undefined };
    return;
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(made.database.kysely);
  const url = new URL(postgresUrl);
  url.pathname = `/${rows[0]?.name}`;
  other = await openPostgres(url.href);
});
afterAll(async () => {
  await other.close();
  await made.close();
});

/** Work that ends when it is told to. */
function gate() {
  let open = (): void => undefined;
  let enter = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const work = async () => {
    enter();
    await opened;
  };
  return { open, entered, work };
}

/** Makes an index beside the work of others, which waits for every statement under way, while one process waits for another. */
async function indexBesideWaiting() {
  const { kysely } = made.database;
  const asking = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and query like 'select pg%_advisory_lock(%'`.execute(kysely);
    return rows.length;
  };
  while ((await asking()) < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  await sql`create index concurrently beside on users (id)`.execute(kysely);
  await sql`drop index beside`.execute(kysely);
}

test('one process after the other is at it, and no connection of the pool is taken by who is or who waits', async () => {
  const { database } = made;
  const order: string[] = [];
  const first = gate();
  const at = database.withLock('states', first.work);
  await first.entered;
  // More than a pool has connections.
  const waiting = Array.from({ length: 24 }, (_, n) =>
    (n % 2 ? database : other).withLock('states', async () => {
      order.push(`begins ${n}`);
      await sql`select 1`.execute(database.kysely);
      order.push(`ends ${n}`);
    }),
  );
  expect(await other.tryWithLock('states', async () => 'at it')).toBeNull();
  expect(await other.tryWithLock('look', async () => 'at something else')).toBe('at something else');
  await Promise.all(Array.from({ length: 12 }, () => sql`select 1`.execute(database.kysely)));
  expect(order).toEqual([]);
  if (postgresUrl) await indexBesideWaiting();
  first.open();
  await Promise.all([at, ...waiting]);
  expect(order).toHaveLength(48);
  for (let n = 0; n < order.length; n += 2) expect(order[n + 1]).toBe(order[n]?.replace('begins', 'ends'));
  expect(await other.tryWithLock('states', async () => 'at it')).toBe('at it');
});

test('a transaction over many tables begins anew where PostgreSQL ended it since it and another waited for each other', async () => {
  const { kysely } = made.database;
  const locked = gate();
  const other = postgresUrl
    ? kysely.transaction().execute(async (trx) => {
        // The other one looks for the deadlock, and is ended.
        await sql`set local deadlock_timeout = '1h'`.execute(trx);
        await sql`lock table buildings in access exclusive mode`.execute(trx);
        await locked.entered;
        await sql`lock table users in access exclusive mode`.execute(trx);
      })
    : undefined;
  const isWaiting = async () =>
    (await sql`select 1 from pg_locks where locktype = 'relation' and not granted`.execute(kysely)).rows.length > 0;
  let attempts = 0;
  locked.open();
  const result = await retryOnDeadlock(kysely, async (trx) => {
    attempts += 1;
    await sql`lock table users in access exclusive mode`.execute(trx);
    if (other && attempts === 1) {
      await locked.work();
      while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await sql`lock table buildings in access exclusive mode`.execute(trx);
    return 'done';
  });
  await other;
  expect([result, attempts]).toEqual(['done', postgresUrl ? 2 : 1]);
  // An error that is no deadlock is heard at once.
  const failing = jest.fn().mockRejectedValue(new Error('the real one'));
  await expect(retryOnDeadlock(kysely, failing)).rejects.toThrow('the real one');
  expect(failing).toHaveBeenCalledTimes(1);
});

test('what went wrong is what is heard, though the lock is lost with its connection meanwhile; the next one comes', async () => {
  const { database } = made;
  const told = jest.spyOn(console, 'error').mockReturnValue();
  const locks = sql`pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`;
  const failing = database.withLock('look', async () => {
    await sql`select pg_terminate_backend(pid) from ${locks}`.execute(database.kysely);
    throw new Error('the real one');
  });
  await expect(failing).rejects.toThrow('the real one');
  // A session that was ended may linger for a moment, and its lock with it.
  const held = async () => (await sql`select 1 from ${locks}`.execute(database.kysely)).rows.length > 0;
  while (await held()) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await other.tryWithLock('look', async () => 'at it')).toBe('at it');
  expect(await database.withLock('look', async () => 'again')).toBe('again');
  told.mockRestore();
});
