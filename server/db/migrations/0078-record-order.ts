import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Positions of records in board columns ordered by hand: a lower `board_order` is higher up, null = never placed.
 * `former_board_order`: position before the record's last move.
 */
export const recordOrder: Migration = {
  up: (db) =>
    run(db, [
      `alter table records
        add column board_order double precision,
        add column former_board_order double precision`,
    ]),
};
