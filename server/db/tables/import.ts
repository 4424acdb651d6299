import type { Generated } from 'kysely';
import type { JsonOrNull, MomentNow, MomentOrNull } from './column-types.ts';

/** Submissions of imports by the person's own key. `body` is the SHA-256 of what was submitted, hex; `answer` what came of it. */
interface ImportRunsTable {
  user_id: number;
  key: string;
  body: string;
  answer: JsonOrNull<unknown>;
  created_at: MomentNow;
}

/**
 * The last invitation by SMS of a person: sent not before `due_at`, or ended, which is known for a while. `message` is null where
 * it says what every resident is told; one that holds a link is taken out when it ends. `key` names the message to the gateway.
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
