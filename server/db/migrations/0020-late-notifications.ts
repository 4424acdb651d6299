import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Ids are assigned in the order of writing, not of committing, so a notification may become visible after a newer one. Each
 * stores its transaction and the transactions committed at that time, so that one can tell which others its reader may have
 * missed.
 */
export const lateNotifications: Migration = {
  up: (db) =>
    run(db, [
      `alter table notifications
         add column written_by xid8 not null default pg_current_xact_id(),
         add column written_after pg_snapshot not null default pg_current_snapshot()`,
    ]),
};
