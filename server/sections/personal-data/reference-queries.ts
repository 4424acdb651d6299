import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** A column that references a person. */
export interface PersonReference {
  table: string;
  column: string;
  /** Columns of the table's primary key. */
  key: readonly string[];
}

/**
 * What an erasure does with rows that reference the erased person: `delete` deletes them, `keep` leaves them, referencing a
 * person without a name. Texts that people wrote are handled in `erase-queries.ts`. A test fails if a column is missing here.
 */
export const REFERENCES: Readonly<Record<string, 'delete' | 'keep'>> = {
  'audit.user_id': 'keep',
  'booklets.author_id': 'keep',
  'canned_answers.updated_by': 'keep',
  'chat_deletions.user_id': 'delete',
  'chat_links.user_id': 'delete',
  'chat_messages.sender_id': 'keep',
  'chat_online.user_id': 'delete',
  'chat_profiles.user_id': 'delete',
  'chat_subscriptions.user_id': 'keep',
  'chat_topics.owner_id': 'keep',
  'closed_porches.user_id': 'delete',
  'complaint_reads.user_id': 'delete',
  'complaints.creator_id': 'keep',
  'definition_versions.changed_by': 'keep',
  'devices.user_id': 'delete',
  'employee_deletions.deleted_by': 'keep',
  'employee_deletions.user_id': 'delete',
  'files.owner_id': 'keep',
  'import_runs.user_id': 'delete',
  'invitations.user_id': 'delete',
  'levels.user_id': 'delete',
  'news.author_id': 'keep',
  'notification_marks.user_id': 'delete',
  'notification_reads.user_id': 'delete',
  'notifications.recipient_id': 'delete',
  'notifications.sender_id': 'delete',
  'passkeys.user_id': 'delete',
  'readings.sender_id': 'keep',
  'record_comments.user_id': 'keep',
  'record_followers.user_id': 'delete',
  'records.created_by': 'keep',
  'recovery_codes.user_id': 'delete',
  'resident_deletions.user_id': 'delete',
  'residents_units.user_id': 'delete',
  'saved_views.owner_id': 'keep',
  'second_factor_challenges.user_id': 'delete',
  'shift_handovers.accepted_by': 'keep',
  'shift_handovers.user_id': 'keep',
  'shift_notes.user_id': 'keep',
  'sms_codes.user_id': 'delete',
  'task_history.new_performer_id': 'keep',
  'task_history.user_id': 'keep',
  'task_moves.performer_id': 'keep',
  'task_moves.user_id': 'keep',
  'tasks.caller_id': 'keep',
  'tasks.creator_id': 'keep',
  'tasks.performer_id': 'keep',
  'tokens.user_id': 'delete',
  'totp_factors.user_id': 'delete',
  'user_porches.user_id': 'delete',
  'user_services.user_id': 'delete',
};

/** Every column of the database that references people, read from its catalogue, so that new columns are found too. */
export async function selectReferences(db: Db): Promise<readonly PersonReference[]> {
  const { rows } = await sql<PersonReference>`
    select referring.relname as "table", named.attname as "column",
      array(select part.attname::text from pg_index keys cross join lateral unnest(keys.indkey::smallint[]) with ordinality as places(number, place)
        join pg_attribute part on part.attrelid = keys.indrelid and part.attnum = places.number
        where keys.indrelid = referring.oid and keys.indisprimary order by places.place) as key
    from pg_constraint constraints
    join pg_class referring on referring.oid = constraints.conrelid
    join pg_attribute named on named.attrelid = constraints.conrelid and named.attnum = constraints.conkey[1]
    where constraints.contype = 'f' and constraints.confrelid = 'users'::regclass
      and referring.relnamespace = (select relnamespace from pg_class where oid = 'users'::regclass)
    order by 1, 2`.execute(db);
  return rows;
}
