import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Chat id of the first person of the demo company, the same in every demo company (`server/demo/people.ts`). */
const FIRST_OF_DEMO = 'usrPCXdQfdTR64';

/** Kind of company in the database, and the one-time links for setting up an empty one. */
export const installation: Migration = {
  up: (db) =>
    run(db, [
      `create table installation (
         one boolean primary key default true check (one),
         holds text not null check (holds in ('demo', 'company')),
         time_zone text check (char_length(time_zone) between 1 and 60),
         opened_at timestamptz not null default now()
       )`,
      `insert into installation (holds)
         select case when exists (select 1 from users where chat_id = '${FIRST_OF_DEMO}') then 'demo' else 'company' end
         where exists (select 1 from users)`,
      `create table setup_links (
         hash bytea primary key,
         phone text check (phone ~ '^[+]7[0-9]{10}$'),
         created_at timestamptz not null,
         expires_at timestamptz not null
       )`,
    ]),
};
