import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Named views of lists. */
export const savedViews: Migration = {
  up: (db) =>
    run(db, [
      `create table saved_views (
        id integer generated always as identity primary key,
        owner_id integer not null references users,
        list text not null,
        name text not null,
        query text not null,
        shared boolean not null default false,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`,
      `create unique index saved_views_name on saved_views (owner_id, list, lower(name))`,
      `create index saved_views_shared on saved_views (list) where shared`,
    ]),
};
