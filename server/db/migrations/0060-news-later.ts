import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Announcements that are published at a planned time. */
export const newsLater: Migration = {
  up: (db) =>
    run(db, [
      `alter table news add column publish_at timestamptz`,
      `create index news_publish_at on news (publish_at) where publish_at is not null`,
    ]),
};
