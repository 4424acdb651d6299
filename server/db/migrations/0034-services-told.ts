import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * The services of a performer decide which requests they see: a change of them is a change of rights, and told as those
 * of levels and entrances are (0011). One message a statement.
 */
export const servicesTold: Migration = {
  up: (db) =>
    run(
      db,
      Object.entries({
        insert: 'new table as new_rows',
        update: 'old table as old_rows new table as new_rows',
        delete: 'old table as old_rows',
      }).map(
        ([event, rows]) => `create trigger user_services_${event}_told after ${event} on user_services
          referencing ${rows} for each statement execute function rights_written()`,
      ),
    ),
};
