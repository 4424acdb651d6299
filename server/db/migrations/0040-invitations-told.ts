import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Every invitation by SMS is asked for in the transaction that makes the person, not those of a list alone, and what
 * came of it is known for a while. What it says may hold a link that signs a person in, so it is kept no longer than
 * the message waits.
 */
export const invitationsTold: Migration = {
  up: (db) =>
    run(db, [
      `alter table invitations
         alter column due_at drop not null,
         add column key uuid not null default gen_random_uuid(),
         add column message text,
         add column ended_at timestamptz,
         add column sent boolean not null default false,
         add constraint invitations_ended check ((due_at is null) = (ended_at is not null)),
         add constraint invitations_sent check (ended_at is not null or not sent),
         add constraint invitations_message check (ended_at is null or message is null)`,
      `create index invitations_ended_at on invitations (ended_at) where ended_at is not null`,
    ]),
};
