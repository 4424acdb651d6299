import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * The services of a performer decide which requests they see, so a change of them is published like a change of levels and
 * entrances (0011). One message per statement.
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
