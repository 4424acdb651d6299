import { sql } from 'kysely';
import type { JournalQuery } from '#resources/protocol/journal/journal.ts';
import { auditEntriesWithPeople } from '#server/access/audit.ts';
import type { Db } from '#server/db/tables.ts';

/** When a day begins in a time zone. @param date `YYYY-MM-DD` @param after days later */
const dayStart = (date: string, zone: string, after = 0) =>
  sql<Date>`((${date}::date + ${after}::integer)::timestamp at time zone ${zone})`;

/** Socket tickets: hidden unless the filter names them. */
const CONNECTIONS = 'socket-tickets';

/**
 * Entries with their authors, the newest first. @param most how many @param zone of the company, which says when its days
 * begin
 */
export function auditEntries(db: Db, wanted: JournalQuery, most: number, zone: string) {
  const { user, resource, record, action, from, to, before } = wanted;
  return auditEntriesWithPeople(db)
    .$if(user !== undefined, (query) => query.where('audit.user_id', '=', user ?? null))
    .$if(resource !== undefined, (query) => query.where('audit.resource', '=', resource ?? ''))
    .$if(resource === undefined, (query) => query.where('audit.resource', '<>', CONNECTIONS))
    .$if(record !== undefined, (query) => query.where('audit.record_id', '=', record ?? ''))
    .$if(action !== undefined, (query) => query.where('audit.action', '=', action ?? ''))
    .$if(from !== undefined, (query) => query.where('audit.at', '>=', dayStart(from ?? '', zone)))
    .$if(to !== undefined, (query) => query.where('audit.at', '<', dayStart(to ?? '', zone, 1)))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(audit.at, audit.id) < (select last.at, last.id from audit last where last.id = ${before})`,
      ),
    )
    .limit(most)
    .select(['audit.resource', 'audit.record_id', 'audit.address', 'audit.times'])
    .execute();
}

/** Rows deleted by one statement. */
const DELETE_BATCH = 5_000;

/** Deletes audit entries before `before`, one batch per call; refused calls are kept for another time (`sweepSecurity`). @returns how many were deleted */
export async function sweepJournal(db: Db, before: Date): Promise<number> {
  const result = await db
    .deleteFrom('audit')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('audit as old')
        .where('old.at', '<', before)
        .where('old.resource', '<>', 'security')
        .orderBy('old.at')
        .limit(DELETE_BATCH)
        .select('old.id'),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
