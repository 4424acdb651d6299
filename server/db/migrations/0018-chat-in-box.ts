import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Schema of the built-in chat besides its tables: chat tokens, a chat id for everybody, people online by process, search in
 * messages, and accounts of a Tinode server that uses us as its authenticator.
 */
export const chatInBox: Migration = {
  up: (db) =>
    run(db, [
      `alter table tokens drop constraint tokens_purpose_check`,
      `alter table tokens add constraint tokens_purpose_check
         check (purpose in ('session', 'activation', 'recovery', 'socket', 'view', 'chat', 'chat_pass'))`,
      `create function new_chat_id() returns text language sql volatile
         return 'usr' || translate(rtrim(encode(substring(uuid_send(gen_random_uuid()) from 1 for 8), 'base64'), '='),
           '+/', '-_')`,
      `create function name_in_chat() returns trigger language plpgsql as $$
       begin
         if new.chat_id is null then new.chat_id := new_chat_id(); end if;
         return new;
       end $$`,
      `create trigger users_chat_id before insert on users for each row execute function name_in_chat()`,
      `update users set chat_id = new_chat_id() where chat_id is null`,
      `update chat_subscriptions subs set
         want = want || case when want like '%D%' then '' else 'D' end,
         given = given || case when given like '%D%' then '' else 'D' end
       from chat_topics where chat_topics.id = subs.topic_id and chat_topics.kind = 'p2p'`,
      `create table chat_processes (
         id uuid primary key,
         seen_at timestamptz not null default now()
       )`,
      `create table chat_online (
         process_id uuid not null references chat_processes on delete cascade,
         user_id integer not null references users on delete cascade,
         primary key (user_id, process_id)
       )`,
      `create index chat_online_process on chat_online (process_id)`,
      `alter table chat_messages add column search text collate "C" not null
         generated always as (fold(left(coalesce(
           case when jsonb_typeof(content) = 'string' then content #>> '{}' else content ->> 'txt' end, ''), 4000))) stored`,
      `create index chat_messages_search on chat_messages using gin (search gin_trgm_ops)`,
      `create index chat_deletions_user on chat_deletions (topic_id, user_id, del_id)`,
      `create table chat_links (
         user_id integer primary key references users on delete cascade,
         uid text not null unique check (uid ~ '^[A-Za-z0-9_-]{11}$'),
         told text,
         linked_at timestamptz not null default now()
       )`,
    ]),
};
