import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Counts the saves of a building's settings, so that the second of two simultaneous edits is detected (settings.md). */
export const buildingSettings: Migration = {
  up: (db) => run(db, [`alter table buildings add column settings_version integer not null default 1`]),
};
