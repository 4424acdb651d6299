import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Ids are given in the order of writing, not of committing: a notification may come into sight after a newer one. Each
 * says by which transaction it was written, and which were committed at that moment: a reader of it may have missed
 * what the others wrote.
 */
export const lateNotifications: Migration = {
  up: (db) =>
    run(db, [
      `alter table notifications
         add column written_by xid8 not null default pg_current_xact_id(),
         add column written_after pg_snapshot not null default pg_current_snapshot()`,
    ]),
};
