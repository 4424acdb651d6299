import { type SqlBool, sql } from 'kysely';
import { notify } from '#server/db/notify.ts';
import type { Db } from '#server/db/tables.ts';

/** Channel that tells all processes that a job was added. */
export const JOBS_CHANNEL = 'upravdom_jobs';
/** Longest payload as JSON, bytes; larger data belongs in a table, with its id in the job. */
const PAYLOAD_MAX_BYTES = 7_000;
const EMPTY_PAYLOAD = {};

/** A job as passed to its handler. */
export interface Job {
  id: number;
  queue: string;
  lane: string;
  key: string | null;
  payload: Readonly<Record<string, unknown>>;
  /** Number of attempts started, including the current one of a leased job. */
  attempts: number;
  created_at: Date;
}

/** A job to be added. */
interface NewJob {
  /** Jobs of one lane run in order; lanes are independent. */
  lane?: string;
  /** Adding a job with the key of a waiting job of the queue replaces that one. */
  key?: string;
  payload?: Job['payload'];
  dueAt?: Date;
}

/** A lane of a queue. */
export type Lane = Pick<Job, 'queue' | 'lane'>;

/**
 * Adds jobs in the transaction of their cause, and wakes all processes on commit.
 * @param queue names the handler
 * @throws RangeError if a payload is too long
 */
export async function addJobs(trx: Db, queue: string, jobs: readonly NewJob[], now: Date): Promise<void> {
  if (!jobs.length) return;
  const rows = jobs.map(({ lane = '', key = null, payload = EMPTY_PAYLOAD, dueAt = now }) => {
    if (Buffer.byteLength(JSON.stringify(payload)) > PAYLOAD_MAX_BYTES) {
      throw new RangeError(`A job of «${queue}» carries more than ${PAYLOAD_MAX_BYTES} bytes`);
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
 * Lanes with due jobs, the longest overdue first. Skips through the index from lane to lane and reads one job of each, since a
 * paused webhook may have many waiting jobs.
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

const isDueIn = ({ queue, lane }: Lane, now: Date) =>
  sql<SqlBool>`jobs.queue = ${queue} and jobs.lane = ${lane} and jobs.due_at <= ${now}::timestamptz`;

/**
 * Leases due jobs of a lane: no other process takes them before `until`, when they become due again.
 * @param until also identifies this lease of the job
 */
export async function leaseDue(
  db: Db,
  lane: Lane,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with due as materialized (
      select id from jobs where ${isDueIn(lane, now)} order by due_at, id limit ${limit} for update skip locked
    )
    update jobs set due_at = ${until}, attempts = attempts + 1 from due where jobs.id = due.id
    returning jobs.id, jobs.queue, jobs.lane, jobs.key, jobs.payload, jobs.attempts, jobs.created_at`.execute(db);
  return rows;
}

/**
 * Locks due jobs of a lane until the transaction ends.
 * @param only id of a single job to lock
 */
export async function lockDue(
  trx: Db,
  lane: Lane,
  { now, limit, only }: { now: Date; limit: number; only?: number | undefined },
): Promise<Job[]> {
  return trx
    .selectFrom('jobs')
    .where(isDueIn(lane, now))
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .select(['id', 'queue', 'lane', 'key', 'payload', 'attempts', 'created_at'])
    .execute();
}

/** Deletes jobs that are done. */
export async function deleteJobs(trx: Db, jobs: readonly Pick<Job, 'id'>[]): Promise<void> {
  await sql`delete from jobs where id = any(${jobs.map(({ id }) => id)}::bigint[])`.execute(trx);
}

/** State of a job after an attempt; `dueAt` null if it is finished. */
export interface NextAttempt {
  dueAt: Date | null;
  attempts: number;
}

/**
 * Ends or reschedules a job after an attempt.
 * @param due end of this process's lease; if the job is due at another time, another process has taken it. Null without a lease
 * @returns whether the job was still this process's own
 */
export async function finishAttempt(
  trx: Db,
  { id }: Pick<Job, 'id'>,
  due: Date | null,
  { dueAt, attempts }: NextAttempt,
): Promise<boolean> {
  const isOurs = due === null ? sql<SqlBool>`true` : sql<SqlBool>`due_at = ${due}::timestamptz`;
  const updatedRow =
    dueAt === null
      ? await trx.deleteFrom('jobs').where('id', '=', id).where(isOurs).returning('id').executeTakeFirst()
      : await trx
          .updateTable('jobs')
          .set({ due_at: dueAt, attempts })
          .where('id', '=', id)
          .where(isOurs)
          .returning('id')
          .executeTakeFirst();
  return updatedRow !== undefined;
}

/** Number of waiting jobs in a queue. */
interface QueueState {
  queue: string;
  waiting: number;
  /** Waiting jobs with at least one attempt, including a leased job in its first attempt. */
  tried: number;
  /** Since when the longest overdue job has been due; null for none. */
  since: Date | null;
}

/** Numbers of waiting jobs, by queue. */
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

/** Deletes jobs of a queue that were added before a time. */
export async function sweepQueue(db: Db, queue: string, before: Date): Promise<void> {
  await db.deleteFrom('jobs').where('queue', '=', queue).where('created_at', '<', before).execute();
}

/** Deletes jobs that were due before a time and that no process could run. */
export async function sweepJobs(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('jobs').where('due_at', '<', before).execute();
}
