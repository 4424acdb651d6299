import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** How many attempts are let pass in a window that begins with the first of them. */
export interface Limit {
  most: number;
  /** ms */
  window: number;
}

/** Attempts in the present window, this one included (never more than one above the limit), and the time left in it. */
export interface Counted {
  count: number;
  /** ms until the count begins anew */
  left: number;
}

/**
 * Counts an attempt before it is made: in one statement, so that parallel calls cannot slip through, and in the database, so that a
 * restart or a second process does not reset the count.
 * @param name what is limited, and for which address or phone: `send code from 203.0.113.7`
 */
export async function noteAttempt(db: Db, name: string, { most, window }: Limit, now: Date): Promise<Counted> {
  const isWindowOver = sql<boolean>`attempts.since <= ${new Date(now.getTime() - window)}`;
  const counter = await db
    .insertInto('attempts')
    .values({ name, count: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        // Stops one above the limit: attempts that were refused must not lift the number without end.
        count: sql<number>`case when ${isWindowOver} then 1 else least(attempts.count + 1, ${most + 1}) end`,
        since: sql<Date>`case when ${isWindowOver} then ${now} else attempts.since end`,
      }),
    )
    .returning(['count', 'since'])
    .executeTakeFirstOrThrow();
  return { count: counter.count, left: Math.max(1, counter.since.getTime() + window - now.getTime()) };
}

/**
 * Counts an attempt (`noteAttempt`) and says whether it is one too many.
 * @returns ms to wait; 0 = go on
 */
export async function countAttempt(db: Db, name: string, limit: Limit, now: Date): Promise<number> {
  const { count, left } = await noteAttempt(db, name, limit, now);
  return count <= limit.most ? 0 : left;
}

/** How long until attempts are let pass again, ms; 0 = they are. Counts nothing. */
export async function waitFor(db: Db, name: string, { most, window }: Limit, now: Date): Promise<number> {
  const row = await db
    .selectFrom('attempts')
    .where('name', '=', name)
    .where('count', '>=', most)
    .select('since')
    .executeTakeFirst();
  return row ? Math.max(0, row.since.getTime() + window - now.getTime()) : 0;
}

/** Takes one attempt back that turned out to be rightful. */
export async function forgiveAttempt(db: Db, name: string): Promise<void> {
  await db.deleteFrom('attempts').where('name', '=', name).where('count', '<=', 1).execute();
  await db
    .updateTable('attempts')
    .set({ count: sql<number>`count - 1` })
    .where('name', '=', name)
    .where('count', '>', 1)
    .execute();
}

/** Whether something was noted and is not forgotten yet. */
export async function isNoted(db: Db, name: string): Promise<boolean> {
  return (await db.selectFrom('attempts').where('name', '=', name).select('name').executeTakeFirst()) !== undefined;
}

/**
 * Queues a caller: each may go `step` after the one before. All processes share the queue.
 * @param step ms
 * @param longest ms; a longer line takes no one more
 * @returns ms to wait; `joined` false: until the line is short enough
 */
export async function joinLine(
  db: Db,
  name: string,
  { step, longest }: { step: number; longest: number },
  now: Date,
): Promise<{ joined: boolean; wait: number }> {
  // `since` is when the last one in the line may go, `count` 1 when this one joined it and 2 when not.
  const full = sql<boolean>`attempts.since > ${new Date(now.getTime() + longest - step)}`;
  const { since, count } = await db
    .insertInto('attempts')
    .values({ name, count: 1, since: new Date(now.getTime() + step) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        count: sql<number>`case when ${full} then 2 else 1 end`,
        since: sql<Date>`case when ${full} then attempts.since
          else greatest(attempts.since, ${now}) + make_interval(secs => ${step / 1000}::double precision) end`,
      }),
    )
    .returning(['since', 'count'])
    .executeTakeFirstOrThrow();
  const wait = since.getTime() - now.getTime();
  return count === 1 ? { joined: true, wait } : { joined: false, wait: Math.max(1, wait + step - longest) };
}

/** Forgets what was counted. */
export async function forgetAttempts(db: Db, name: string): Promise<void> {
  await db.deleteFrom('attempts').where('name', '=', name).execute();
}

/** The key under which an address is counted: of IPv6 the network of one customer (/64), which has all addresses in it. */
export function networkPrefix(address: string): string {
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (inside || !isIPv6(address)) return inside ?? address;
  const [head = '', tail] = address.split('::', 2);
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail)];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Forgets counts whose window has long passed. @returns how many */
export async function sweepAttempts(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('attempts').where('since', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Counts of attempts that are kept at a time; ours. */
export const ATTEMPTS_KEPT = 100_000;

/** Entries that only a right password or a member of staff makes: there are no more of them than accounts. */
const NEVER_A_FLOOD = ['signed in as %', 'invite %'];

/**
 * Forgets the smallest and oldest counts above `most`, so that attempts on made-up phones fill no disk. Counts
 * near their limit are forgotten last: pushing one out takes `most` others as large.
 * @returns how many
 */
export async function trimAttempts(db: Db, most = ATTEMPTS_KEPT): Promise<number> {
  const { all } = await db
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<string>().as('all'))
    .executeTakeFirstOrThrow();
  const excess = Number(all) - most;
  if (excess <= 0) return 0;
  const forgotten = NEVER_A_FLOOD.reduce(
    (query, kept) => query.where('name', 'not like', kept),
    db.selectFrom('attempts').select('name').orderBy('count').orderBy('since').limit(excess),
  );
  const result = await db.deleteFrom('attempts').where('name', 'in', forgotten).executeTakeFirst();
  return Number(result.numDeletedRows);
}
