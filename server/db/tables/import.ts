import type { Generated } from 'kysely';
import type { JsonOrNull, MomentNow, MomentOrNull } from './column-types.ts';

/** Submissions of imports by idempotency key. `body` is the SHA-256 of the submission, hex; `answer` its result. */
interface ImportRunsTable {
  user_id: number;
  key: string;
  body: string;
  answer: JsonOrNull<unknown>;
  created_at: MomentNow;
}

/**
 * The last SMS invitation of a person: due at `due_at`, or finished at `ended_at` and kept for a while. `message` is null for the
 * standard text; a text with a link is deleted when the invitation ends. `key` identifies the message to the gateway.
 */
interface InvitationsTable {
  user_id: number;
  due_at: MomentOrNull;
  tries: Generated<number>;
  key: Generated<string>;
  message: string | null;
  ended_at: MomentOrNull;
  sent: Generated<boolean>;
}

/** Tables of the import of residents. */
export interface ImportTables {
  import_runs: ImportRunsTable;
  invitations: InvitationsTable;
}
