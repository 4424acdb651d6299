import { sql } from 'kysely';
import type { JournalQuery } from '#resources/protocol/journal/journal.ts';
import { auditEntriesWithPeople } from '#server/access/audit.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Start of a day in a time zone.
 * @param date `YYYY-MM-DD`
 * @param after number of days to add
 */
const dayStart = (date: string, zone: string, after = 0) =>
  sql<Date>`((${date}::date + ${after}::integer)::timestamp at time zone ${zone})`;

/** Resource of socket tickets, hidden unless the filter names it. */
const SOCKET_TICKETS = 'socket-tickets';

/** Audit entries with their authors, newest first. @param zone time zone of the company, in which its days begin */
export function selectAuditEntries(db: Db, filter: JournalQuery, limit: number, zone: string) {
  const { user, resource, record, action, from, to, before } = filter;
  return auditEntriesWithPeople(db)
    .$if(user !== undefined, (query) => query.where('audit.user_id', '=', user ?? null))
    .$if(resource !== undefined, (query) => query.where('audit.resource', '=', resource ?? ''))
    .$if(resource === undefined, (query) => query.where('audit.resource', '<>', SOCKET_TICKETS))
    .$if(record !== undefined, (query) => query.where('audit.record_id', '=', record ?? ''))
    .$if(action !== undefined, (query) => query.where('audit.action', '=', action ?? ''))
    .$if(from !== undefined, (query) => query.where('audit.at', '>=', dayStart(from ?? '', zone)))
    .$if(to !== undefined, (query) => query.where('audit.at', '<', dayStart(to ?? '', zone, 1)))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(audit.at, audit.id) < (select last.at, last.id from audit last where last.id = ${before})`,
      ),
    )
    .limit(limit)
    .select(['audit.resource', 'audit.record_id', 'audit.address', 'audit.times'])
    .execute();
}

/** Number of rows deleted by one statement. */
const DELETE_BATCH = 5_000;

/**
 * Deletes one batch of audit entries before `before`; refused calls are kept for another time (`sweepSecurity`).
 * @returns number of deleted entries
 */
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
