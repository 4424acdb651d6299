import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * A message with the client's own id (`head['x-id']`) is stored once, however often it is sent over broken connections. Also our
 * own service account on a Tinode server.
 */
export const chatOwnIds: Migration = {
  up: (db) =>
    run(db, [
      `create unique index chat_messages_own_id on chat_messages (topic_id, sender_id, (head ->> 'x-id'))
         where head ? 'x-id'`,
      `create table chat_service (
         only_one boolean primary key default true check (only_one),
         uid text not null check (uid ~ '^[A-Za-z0-9_-]{11}$')
       )`,
    ]),
};
