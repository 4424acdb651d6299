import type { Generated } from 'kysely';
import type { JsonOrNull, Moment, MomentNow } from './column-types.ts';

/** Submissions of imports by the person's own key. `body` is the SHA-256 of what was submitted, hex; `answer` what came of it. */
export interface ImportRunsTable {
  user_id: number;
  key: string;
  body: string;
  answer: JsonOrNull<unknown>;
  created_at: MomentNow;
}

/** Residents whose invitation has still to be sent, not before `due_at`. A sent one is deleted. */
export interface InvitationsTable {
  user_id: number;
  due_at: Moment;
  tries: Generated<number>;
}

/** Tables of the import of residents. */
export interface ImportTables {
  import_runs: ImportRunsTable;
  invitations: InvitationsTable;
}
