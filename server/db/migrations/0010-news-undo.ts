import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * A deleted announcement is hidden at once, and removed when its deletion can no longer be undone. The feed uses an index of
 * announcements that are not deleted.
 */
export const newsUndo: Migration = {
  up: (db) =>
    run(db, [
      `alter table news add column deleted_at timestamptz`,
      `drop index news_newest`,
      `create index news_feed on news (created_at desc, id desc) where deleted_at is null`,
      `create index news_deleted on news (deleted_at) where deleted_at is not null`,
    ]),
};
