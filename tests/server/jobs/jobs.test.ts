// Runs on PostgreSQL too: two runners take jobs of one table at once.
import { sql } from 'kysely';
import { migrateToLatest } from '#server/db/migrate.ts';
import { addJobs, type Job, lanesWithDue, sweepJobs, waitingJobs } from '#server/jobs/job-queries.ts';
import { type JobHandler, JobRunner, type LeaseHandler, type TransactionHandler } from '#server/jobs/job-runner.ts';
import { withIntervals, withoutIntervals } from '#tests/support/server/clock.ts';
import { plansOf } from '#tests/support/server/sql-spy.ts';
import { openTestApp } from '#tests/support/server/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';

const QUEUE = 'letters';
const MINUTE = 60_000;
const PAUSES = [MINUTE, 5 * MINUTE];
const common = { lanesAtOnce: 3, batch: 10, pauses: PAUSES };

const postgresUrl = process.env.TEST_DATABASE_URL;
const START = Date.parse('2026-11-10T12:00:00Z');
let clock = START;
let made: TestDatabase;
beforeAll(async () => {
  made = await createTestDatabase(postgresUrl ? { postgresUrl } : { compiled: globalThis.embeddedEngine });
});
afterAll(() => made.close());
beforeEach(async () => {
  clock = START;
  await db().deleteFrom('jobs').execute();
  await db().deleteFrom('outbox').execute();
});

const db = () => made.database.kysely;
const now = () => new Date(clock);

/** A runner as each process has one, and what it has written into its log. */
function openRunner(handler: JobHandler, queue = QUEUE) {
  const lines: string[] = [];
  const write = (_fields: unknown, line?: string) => void lines.push(line ?? '');
  const runner = new JobRunner({ db: db(), now, log: { error: write, warn: write } as never });
  runner.handle(queue, handler);
  return { run: (isStopped?: () => boolean) => runner.runDue(isStopped), lines };
}

const add = (count: number, lane = '') =>
  addJobs(
    db(),
    QUEUE,
    Array.from({ length: count }, (_, number) => ({ lane, payload: { number } })),
    now(),
  );
const numberOf = ({ payload }: Job) => Number(payload.number);
const waiting = async () => (await waitingJobs(db(), now())).map((queue) => queue.waiting);

/** Writes each job down in the transaction. @param before called for each job */
const writing = (before: (job: Job) => void = () => undefined): TransactionHandler => ({
  ...common,
  perform: async (trx, jobs) => {
    for (const job of jobs) {
      before(job);
      await trx
        .insertInto('outbox')
        .values({ recipient: job.lane, text: String(numberOf(job)) })
        .execute();
    }
  },
});
const written = async () =>
  (await db().selectFrom('outbox').select('text').execute()).map(({ text }) => Number(text)).sort((a, b) => a - b);
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

test('a job that is added in a transaction that fails is none', async () => {
  const failing = db()
    .transaction()
    .execute(async (trx) => {
      await addJobs(trx, QUEUE, [{}], now());
      throw new Error('refused');
    });
  await expect(failing).rejects.toThrow('refused');
  expect(await waiting()).toEqual([]);
});

test('of two runners each job is done by one, once, though one of them dies in the middle of a transaction', async () => {
  await add(200);
  let count = 0;
  const dying = openRunner(
    writing(() => {
      count += 1;
      if (count > 45) throw new Error('The connection is lost');
    }),
  );
  const living = openRunner(writing());
  await Promise.all([dying.run(() => count > 45), living.run()]);
  clock += MINUTE;
  await living.run();
  expect(await written()).toEqual(numbers(200));
  expect(await waiting()).toEqual([]);
});

test('of two runners that lease, what one died with is done by the other after the lease', async () => {
  await add(60);
  const done: number[] = [];
  const leased = (attempt: LeaseHandler['attempt']): LeaseHandler => ({ ...common, lease: MINUTE, attempt });
  const taken: number[] = [];
  const dying = openRunner(
    leased((job) => {
      taken.push(numberOf(job));
      return new Promise(() => undefined);
    }),
  );
  const living = openRunner(
    leased(async (job) => {
      done.push(numberOf(job));
      return { result: 'done' };
    }),
  );
  void dying.run();
  while (taken.length < common.batch) await new Promise((resolve) => setTimeout(resolve, 5));
  await living.run();
  expect(done).toHaveLength(60 - taken.length);
  clock += MINUTE - 1;
  await living.run();
  expect(done).toHaveLength(60 - taken.length);
  clock += 1;
  await living.run();
  expect(done.toSorted((a, b) => a - b)).toEqual(numbers(60));
  expect(await waiting()).toEqual([]);
});

test('attempts of one lane that are on their way are waited for, though what came of another cannot be written', async () => {
  await add(2);
  const done: number[] = [];
  let refuse = () => undefined as unknown;
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  const { run } = openRunner({
    ...common,
    lease: MINUTE,
    attempt: async (job) => {
      if (numberOf(job) === 0) {
        const write = async () => {
          refuse();
          throw new Error('The connection is lost');
        };
        return { result: 'done', write };
      }
      await refused;
      await new Promise((resolve) => setTimeout(resolve, 50));
      done.push(numberOf(job));
      return { result: 'done' };
    },
  });
  await expect(run()).rejects.toThrow('The connection is lost');
  expect([done, await waiting()]).toEqual([[1], [1]]);
});

test('what came of an attempt is written only while the job is leased by it', async () => {
  await add(1);
  const outcome = (text: string) => ({
    result: 'done' as const,
    write: (trx: Parameters<TransactionHandler['perform']>[0]) =>
      trx.insertInto('outbox').values({ recipient: '', text }).execute(),
  });
  const quick = openRunner({ ...common, lease: MINUTE, attempt: async () => outcome('2') });
  const slow = openRunner({
    ...common,
    lease: MINUTE,
    attempt: async () => {
      clock += 2 * MINUTE;
      await quick.run();
      return outcome('1');
    },
  });
  await slow.run();
  expect(await written()).toEqual([2]);
});

test('a job that fails holds up no other, is tried again after each pause, and is given up in the end', async () => {
  await add(25);
  const { run, lines } = openRunner(
    writing((job) => {
      if (numberOf(job) === 7) throw new Error('unreadable');
    }),
  );
  await run();
  const others = numbers(25).filter((number) => number !== 7);
  expect([await written(), await waiting()]).toEqual([others, [1]]);
  for (const pause of PAUSES) {
    clock += pause - 1;
    const before = lines.length;
    await run();
    expect(lines).toHaveLength(before);
    clock += 1;
    await run();
    expect(lines.length).toBeGreaterThan(before);
  }
  expect([await written(), await waiting()]).toEqual([others, []]);
  expect(lines.at(-1)).toBe('a job was given up');
});

test('lanes with something due are found once each, the longest overdue first, by a job of each and not by all', async () => {
  const dueIn = (minutes: number, lane: string) => ({ lane, dueAt: new Date(clock + minutes * MINUTE) });
  const paused = Array.from({ length: 5_000 }, (_, number) => dueIn(-1 - (number % 60), 'paused'));
  await addJobs(db(), QUEUE, [...paused, dueIn(0, 'late'), dueIn(-90, 'late'), dueIn(1, 'future')], now());
  await addJobs(db(), 'calls', [dueIn(-70, 'late'), dueIn(1, 'future')], now());
  await sql`analyze jobs`.execute(db());
  expect(await lanesWithDue(db(), now())).toEqual([
    { queue: QUEUE, lane: 'late' },
    { queue: 'calls', lane: 'late' },
    { queue: QUEUE, lane: 'paused' },
  ]);
  const [plan] = await plansOf(db(), (watched) => lanesWithDue(watched, now()));
  expect(plan?.match(/Limit .*\n\s+->\s+Index (Only )?Scan using jobs_due/g)).toHaveLength(3);
});

test('a lane that is closed, or fails, holds up no other lane', async () => {
  await add(3, 'closed');
  await add(3, 'broken');
  await add(3, 'open');
  const { run } = openRunner({
    ...writing(({ lane }) => {
      if (lane === 'broken') throw new Error('broken');
    }),
    openLanes: async (lanes) => lanes.filter((lane) => lane !== 'closed'),
  });
  await run();
  expect([await written(), await waiting()]).toEqual([[0, 1, 2], [6]]);
});

test('a slow job holds up nothing that falls due while it is done, and is not begun twice', async () => {
  await add(1, 'slow');
  let [begun, finish] = [0, () => undefined as unknown];
  const { run } = openRunner({
    ...common,
    lease: MINUTE,
    attempt: async ({ lane }) => {
      begun += 1;
      if (lane === 'slow') await new Promise<void>((resolve) => (finish = resolve));
      return { result: 'done' };
    },
  });
  const first = run();
  while (begun < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await add(1, 'quick');
  await add(1, 'slow');
  await run();
  expect([begun, await waiting()]).toEqual([2, [2]]);
  finish();
  while (begun < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  finish();
  await first;
  expect(await waiting()).toEqual([]);
});

test('a deferred job is as it was before', async () => {
  await add(1);
  const attempts: number[] = [];
  let result: 'deferred' | 'done' = 'deferred';
  const { run } = openRunner({
    ...common,
    lease: MINUTE,
    attempt: async (job) => {
      attempts.push(job.attempts);
      return { result };
    },
  });
  await run();
  result = 'done';
  await run();
  expect([attempts, await waiting()]).toEqual([[1, 1], []]);
});

test('a job of a queue that this version does not know waits, and the log says so once', async () => {
  await add(2);
  const { run, lines } = openRunner(writing(), 'others');
  await run();
  await run();
  expect([await waiting(), lines]).toEqual([
    [2],
    ['jobs of a queue that this version does not know wait for another process'],
  ]);
});

test('of one key a single job waits, at the newest time; once it is done another one may', async () => {
  const later = new Date(clock + MINUTE);
  await addJobs(db(), QUEUE, [{ key: 'one', payload: { number: 1 } }], now());
  await addJobs(db(), QUEUE, [{ key: 'one', payload: { number: 2 }, dueAt: later }], now());
  const { run } = openRunner(writing());
  await run();
  expect([await written(), await waiting()]).toEqual([[], [1]]);
  clock += MINUTE;
  await run();
  await addJobs(db(), QUEUE, [{ key: 'one', payload: { number: 3 } }], now());
  await run();
  expect([await written(), await waiting()]).toEqual([[2, 3], []]);
});

test('a payload that is too long is refused, and what nobody could do is forgotten', async () => {
  const long = addJobs(db(), QUEUE, [{ payload: { text: 'ф'.repeat(3_500) } }], now());
  await expect(long).rejects.toThrow(RangeError);
  await add(1);
  await sweepJobs(db(), new Date(clock));
  expect(await waiting()).toEqual([1]);
  await sweepJobs(db(), new Date(clock + 1));
  expect(await waiting()).toEqual([]);
});

test('deliveries that wait when the database is upgraded become jobs', async () => {
  const before = await createTestDatabase(postgresUrl ? { postgresUrl } : { compiled: globalThis.embeddedEngine });
  const { kysely } = before.database;
  await sql`drop schema public cascade`.execute(kysely);
  await sql`create schema public`.execute(kysely);
  await migrateToLatest(kysely, {}, '0076-webhooks');
  await sql`insert into webhook_deliveries (webhook_id, event, body, created_at, attempts, next_at)
    values (4, 'ping', '{}', ${now()}, 3, ${new Date(clock + MINUTE)}), (4, 'ping', '{}', ${now()}, 1, null)`.execute(
    kysely,
  );
  await migrateToLatest(kysely);
  const rows = await kysely.selectFrom('jobs').select(['queue', 'lane', 'key', 'due_at', 'attempts']).execute();
  expect(rows).toEqual([{ queue: 'webhook', lane: '4', key: '1', due_at: new Date(clock + MINUTE), attempts: 3 }]);
  await before.close();
});

test('a running app does what is added at once, not at its next look', async () => {
  withoutIntervals();
  const app = await openTestApp({ empty: true });
  const { kysely } = app.database;
  await addJobs(kysely, 'webhook', [{ lane: '1', key: '1' }], new Date());
  const isWaiting = async () => (await waitingJobs(kysely, new Date())).length > 0;
  // Its webhook is gone: the job is deferred; with one that is there and a delivery that is not, it ends.
  expect(await isWaiting()).toBe(true);
  await kysely
    .insertInto('webhooks')
    .values({ name: 'ledger', address: 'https://ledger.example/', secret: '' })
    .execute();
  await addJobs(kysely, 'webhook', [{ lane: '1', key: '1' }], new Date());
  while (await isWaiting()) await new Promise((resolve) => setTimeout(resolve, 10));
  await app.close();
  withIntervals();
});
