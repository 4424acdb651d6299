import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Column and indexes of the search over everything besides the residents' search: announcements, cameras, members of staff. */
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
