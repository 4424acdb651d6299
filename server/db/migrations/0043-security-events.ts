import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Security events in the audit log: the client address, and how often the same event occurred in a row. The index is for cleaning
 * up refused requests, the only entries that are removed.
 */
export const securityEvents: Migration = {
  up: (db) =>
    run(db, [
      `alter table audit
         add column address text,
         add column times integer not null default 1 check (times > 0)`,
      `create index audit_security on audit (id) where resource = 'security'`,
    ]),
};
