import type { Id, MomentNow } from './column-types.ts';

/** Canned answers of the chat; the title is unique without regard to case. */
interface CannedAnswersTable {
  id: Id;
  title: string;
  body: string;
  updated_by: number | null;
  updated_at: MomentNow;
}

/**
 * What a request was made of: a complaint, or message `seq` of a chat. `topic` is the chat as the request's author sees it:
 * `usr…` of the other person, or `grp…`.
 */
interface TaskSourcesTable {
  task_id: number;
  complaint_id: number | null;
  topic: string | null;
  seq: number | null;
}

/** Tables of canned answers, and of what requests were made of. */
export interface AnswerTables {
  canned_answers: CannedAnswersTable;
  task_sources: TaskSourcesTable;
}
