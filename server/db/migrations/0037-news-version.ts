import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Counts how often an announcement was saved: the second of two simultaneous edits is told instead of overwriting. */
export const newsVersion: Migration = {
  up: (db) => run(db, [`alter table news add column version integer not null default 0`]),
};
