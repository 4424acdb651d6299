import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Indexes for filtering the journal by section and action, newest first. */
export const journal: Migration = {
  up: (db) =>
    run(db, [`create index audit_resource on audit (resource, at)`, `create index audit_action on audit (action, at)`]),
};
