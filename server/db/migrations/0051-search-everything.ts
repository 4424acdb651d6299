import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Column and indexes for searching announcements, cameras and staff, besides residents. */
export const searchEverything: Migration = {
  up: (db) =>
    run(db, [
      `alter table news
         add column search text collate "C" not null generated always as (fold(title || ' ' || description)) stored`,
      `create index news_search on news using gin (search gin_trgm_ops)`,
      `create index cameras_search on cameras using gin (fold(name) gin_trgm_ops)`,
      `create index users_staff on users (id) where role <> 'resident' and status <> 'deleted'`,
    ]),
};
