import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Counts the saves of an announcement, so that the second of two simultaneous edits is refused instead of overwriting the first.
 */
export const newsVersion: Migration = {
  up: (db) => run(db, [`alter table news add column version integer not null default 0`]),
};
