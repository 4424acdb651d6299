import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Every SMS invitation, not only those of imports, is queued in the transaction that creates the person, and its outcome is kept
 * for a while. Its text may contain a link that signs a person in, so it is deleted as soon as the message has been sent.
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
