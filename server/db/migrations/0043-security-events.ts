import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Security events stand in the audit log: from which network address, and how often the same thing happened in a row. The index
 * serves the sweep of refused calls, which alone are removed.
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
