import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Places of records in the columns of boards that people order by hand: a smaller `board_order` stands higher, null was never placed.
 * `former_board_order`: the place that the last move of the record took it from.
 */
export const recordOrder: Migration = {
  up: (db) =>
    run(db, [
      `alter table records
        add column board_order double precision,
        add column former_board_order double precision`,
    ]),
};
