import { type SqlBool, sql } from 'kysely';
import { notify } from '#server/db/notify.ts';
import type { Db } from '#server/db/tables.ts';

/** Heard by all processes: a job was added. */
export const JOBS_CHANNEL = 'upravdom_jobs';
/** Longest JSON of a payload, bytes; long data stand in tables of their own, and the job holds their ids. */
const PAYLOAD_MOST = 7_000;
const EMPTY = {};

/** A job as its handler gets it. */
export interface Job {
  id: number;
  queue: string;
  lane: string;
  key: string | null;
  payload: Readonly<Record<string, unknown>>;
  /** Attempts that were begun, the present one of a leased job included. */
  attempts: number;
  created_at: Date;
}

/** A job to be added; without `dueAt` it is due at once. */
interface NewJob {
  /** Jobs of one lane wait for one another, those of others do not. */
  lane?: string;
  /** Of one queue and key a single job waits: adding it again replaces it. */
  key?: string;
  payload?: Job['payload'];
  dueAt?: Date;
}

/** Which jobs belong together. */
export type Lane = Pick<Job, 'queue' | 'lane'>;

/**
 * Adds jobs in the transaction of what they follow from, and wakes all processes when it commits.
 * @param queue names the handler
 * @throws RangeError when a payload is too long
 */
export async function addJobs(trx: Db, queue: string, jobs: readonly NewJob[], now: Date): Promise<void> {
  if (!jobs.length) return;
  const rows = jobs.map(({ lane = '', key = null, payload = EMPTY, dueAt = now }) => {
    if (Buffer.byteLength(JSON.stringify(payload)) > PAYLOAD_MOST) {
      throw new RangeError(`A job of «${queue}» carries more than ${PAYLOAD_MOST} bytes`);
    }
    return { lane, key, payload, due_at: dueAt };
  });
  await sql`
    insert into jobs (queue, lane, key, payload, due_at, created_at)
    select ${queue}::text, lane, key, payload, due_at, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as added (lane text, key text, payload jsonb, due_at timestamptz)
    on conflict (queue, key) do update
      set lane = excluded.lane, payload = excluded.payload, due_at = excluded.due_at, attempts = 0`.execute(trx);
  await notify(trx, JOBS_CHANNEL, '');
}

/**
 * Lanes in which something is due, the longest overdue first. Goes from lane to lane in the index and reads one job of each, however many
 * wait: those of a paused webhook may be many.
 */
export async function lanesWithDue(db: Db, now: Date): Promise<Lane[]> {
  const { rows } = await sql<Lane>`
    with recursive lanes as (
      (select queue, lane from jobs order by queue, lane limit 1)
      union all
      select following.queue, following.lane from lanes cross join lateral (
        select queue, lane from jobs where (queue, lane) > (lanes.queue, lanes.lane) order by queue, lane limit 1
      ) following
    )
    select queue, lane from lanes cross join lateral (
      select due_at from jobs
      where jobs.queue = lanes.queue and jobs.lane = lanes.lane and due_at <= ${now}::timestamptz
      order by due_at limit 1
    ) oldest
    order by due_at, queue, lane`.execute(db);
  return rows;
}

const dueIn = ({ queue, lane }: Lane, now: Date) =>
  sql<SqlBool>`jobs.queue = ${queue} and jobs.lane = ${lane} and jobs.due_at <= ${now}::timestamptz`;

/**
 * Leases jobs of a lane that are due: no other process takes them until `until`, by when they are due again.
 * @param until tells this lease from all others of the job
 */
export async function leaseDue(
  db: Db,
  lane: Lane,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with due as materialized (
      select id from jobs where ${dueIn(lane, now)} order by due_at, id limit ${most} for update skip locked
    )
    update jobs set due_at = ${until}, attempts = attempts + 1 from due where jobs.id = due.id
    returning jobs.id, jobs.queue, jobs.lane, jobs.key, jobs.payload, jobs.attempts, jobs.created_at`.execute(db);
  return rows;
}

/** Locks jobs of a lane that are due until the transaction ends; no other one takes them. @param only this job alone */
export async function lockDue(
  trx: Db,
  lane: Lane,
  { now, most, only }: { now: Date; most: number; only?: number | undefined },
): Promise<Job[]> {
  return trx
    .selectFrom('jobs')
    .where(dueIn(lane, now))
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .select(['id', 'queue', 'lane', 'key', 'payload', 'attempts', 'created_at'])
    .execute();
}

/** Removes jobs that are done. */
export async function endJobs(trx: Db, jobs: readonly Pick<Job, 'id'>[]): Promise<void> {
  await sql`delete from jobs where id = any(${jobs.map(({ id }) => id)}::bigint[])`.execute(trx);
}

/** The next state of a job after an attempt; `dueAt` null: it is finished. */
export interface NextAttempt {
  dueAt: Date | null;
  attempts: number;
}

/**
 * Settles a job after an attempt.
 * @param due when it was due, or until when it was leased: another one has it since, where that is no longer so
 * @returns whether it was still this one's
 */
export async function settleJob(
  trx: Db,
  { id }: Pick<Job, 'id'>,
  due: Date | null,
  { dueAt, attempts }: NextAttempt,
): Promise<boolean> {
  const isOurs = due === null ? sql<SqlBool>`true` : sql<SqlBool>`due_at = ${due}::timestamptz`;
  const settled =
    dueAt === null
      ? await trx.deleteFrom('jobs').where('id', '=', id).where(isOurs).returning('id').executeTakeFirst()
      : await trx
          .updateTable('jobs')
          .set({ due_at: dueAt, attempts })
          .where('id', '=', id)
          .where(isOurs)
          .returning('id')
          .executeTakeFirst();
  return settled !== undefined;
}

/** Jobs that wait in one queue. */
interface QueueState {
  queue: string;
  waiting: number;
  /** Of those that wait: tried at least once, a first attempt of a leased job that is on its way included. */
  tried: number;
  /** When the oldest of those that are due became so. */
  since: Date | null;
}

/** Jobs that wait, by queue. */
export function waitingJobs(db: Db, now: Date): Promise<QueueState[]> {
  return db
    .selectFrom('jobs')
    .groupBy('queue')
    .orderBy('queue')
    .select([
      'queue',
      sql<number>`count(*)::integer`.as('waiting'),
      sql<number>`(count(*) filter (where attempts > 0))::integer`.as('tried'),
      sql<Date | null>`min(due_at) filter (where due_at <= ${now}::timestamptz)`.as('since'),
    ])
    .execute();
}

/** Forgets jobs of a queue that were added before a moment. */
export async function sweepQueue(db: Db, queue: string, before: Date): Promise<void> {
  await db.deleteFrom('jobs').where('queue', '=', queue).where('created_at', '<', before).execute();
}

/** Forgets jobs that were due before a moment and that nobody could do: what they are about is long gone. */
export async function sweepJobs(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('jobs').where('due_at', '<', before).execute();
}
