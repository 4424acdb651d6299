import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** Maximum number of attempts per window; a window starts with its first attempt. */
export interface AttemptLimit {
  maxAttempts: number;
  /** ms */
  windowMs: number;
}

/** Attempts in the current window, including this one (at most one above the limit), and the time left in it. */
export interface AttemptCount {
  count: number;
  /** Time until the count resets, ms. */
  remainingMs: number;
}

/**
 * Counts an attempt before it is made: in one statement, so that parallel requests cannot slip through, and in the database, so
 * that a restart or another process does not reset the count.
 * @param name what is limited and for which address or phone, e.g. `send code from 203.0.113.7`
 */
export async function recordAttempt(
  db: Db,
  name: string,
  { maxAttempts, windowMs }: AttemptLimit,
  now: Date,
): Promise<AttemptCount> {
  const isWindowOver = sql<boolean>`attempts.since <= ${new Date(now.getTime() - windowMs)}`;
  const counter = await db
    .insertInto('attempts')
    .values({ name, count: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        // Capped at one above the limit, so that refused attempts do not grow the number without bound.
        count: sql<number>`case when ${isWindowOver} then 1 else least(attempts.count + 1, ${maxAttempts + 1}) end`,
        since: sql<Date>`case when ${isWindowOver} then ${now} else attempts.since end`,
      }),
    )
    .returning(['count', 'since'])
    .executeTakeFirstOrThrow();
  return { count: counter.count, remainingMs: Math.max(1, counter.since.getTime() + windowMs - now.getTime()) };
}

/** Counts an attempt and checks the limit. @returns ms to wait; 0 = allowed */
export async function countAttempt(db: Db, name: string, limit: AttemptLimit, now: Date): Promise<number> {
  const { count, remainingMs } = await recordAttempt(db, name, limit, now);
  return count <= limit.maxAttempts ? 0 : remainingMs;
}

/** Time until attempts are allowed again, ms; 0 = allowed now. Does not count an attempt. */
export async function remainingWait(
  db: Db,
  name: string,
  { maxAttempts, windowMs }: AttemptLimit,
  now: Date,
): Promise<number> {
  const row = await db
    .selectFrom('attempts')
    .where('name', '=', name)
    .where('count', '>=', maxAttempts)
    .select('since')
    .executeTakeFirst();
  return row ? Math.max(0, row.since.getTime() + windowMs - now.getTime()) : 0;
}

/** Takes back one counted attempt that turned out to be legitimate. */
export async function refundAttempt(db: Db, name: string): Promise<void> {
  await db.deleteFrom('attempts').where('name', '=', name).where('count', '<=', 1).execute();
  await db
    .updateTable('attempts')
    .set({ count: sql<number>`count - 1` })
    .where('name', '=', name)
    .where('count', '>', 1)
    .execute();
}

/** Whether any attempt is stored under this name. */
export async function hasAttempts(db: Db, name: string): Promise<boolean> {
  return (await db.selectFrom('attempts').where('name', '=', name).select('name').executeTakeFirst()) !== undefined;
}

/**
 * Puts a caller into a queue that lets one through every `intervalMs`; all processes share it.
 * @param intervalMs interval, ms
 * @param maxQueueMs maximum length of the queue, ms; callers beyond it are rejected
 * @returns ms to wait for the caller's turn, or, with `joined` false, until the queue has room
 */
export async function joinQueue(
  db: Db,
  name: string,
  { step: intervalMs, longest: maxQueueMs }: { step: number; longest: number },
  now: Date,
): Promise<{ joined: boolean; wait: number }> {
  // `since`: when the last caller in the queue may go. `count`: 1 = this caller has joined, 2 = the queue was full.
  const full = sql<boolean>`attempts.since > ${new Date(now.getTime() + maxQueueMs - intervalMs)}`;
  const { since, count } = await db
    .insertInto('attempts')
    .values({ name, count: 1, since: new Date(now.getTime() + intervalMs) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        count: sql<number>`case when ${full} then 2 else 1 end`,
        since: sql<Date>`case when ${full} then attempts.since
          else greatest(attempts.since, ${now}) + make_interval(secs => ${intervalMs / 1000}::double precision) end`,
      }),
    )
    .returning(['since', 'count'])
    .executeTakeFirstOrThrow();
  const wait = since.getTime() - now.getTime();
  return count === 1 ? { joined: true, wait } : { joined: false, wait: Math.max(1, wait + intervalMs - maxQueueMs) };
}

/** Deletes the count of a name. */
export async function forgetAttempts(db: Db, name: string): Promise<void> {
  await db.deleteFrom('attempts').where('name', '=', name).execute();
}

/** Rate limit key of an IP address: for IPv6 the /64 network, because one customer owns all addresses in it. */
export function networkPrefix(address: string): string {
  const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mappedIPv4 || !isIPv6(address)) return mappedIPv4 ?? address;
  const [head = '', tail] = address.split('::', 2);
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const missingGroups = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const allGroups = [...groups(head), ...Array<string>(Math.max(0, missingGroups)).fill('0'), ...groups(tail)];
  return allGroups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Deletes counts that started before `before`. @returns how many */
export async function sweepAttempts(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('attempts').where('since', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Maximum number of stored counts. */
export const MAX_STORED_ATTEMPTS = 100_000;

/** Names created only after a correct password or by staff; never trimmed, because there are no more of them than accounts. */
const UNTRIMMED_NAMES = ['signed in as %', 'invite %'];

/**
 * Deletes the smallest, then oldest counts above `maxCount`, so that attempts on made-up phones cannot fill the disk. Counts near
 * their limit go last: evicting one takes `maxCount` others of its size.
 * @returns how many
 */
export async function trimAttempts(db: Db, maxCount = MAX_STORED_ATTEMPTS): Promise<number> {
  const { all } = await db
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<string>().as('all'))
    .executeTakeFirstOrThrow();
  const excess = Number(all) - maxCount;
  if (excess <= 0) return 0;
  const surplusNames = UNTRIMMED_NAMES.reduce(
    (query, pattern) => query.where('name', 'not like', pattern),
    db.selectFrom('attempts').select('name').orderBy('count').orderBy('since').limit(excess),
  );
  const result = await db.deleteFrom('attempts').where('name', 'in', surplusNames).executeTakeFirst();
  return Number(result.numDeletedRows);
}
