import * as z from 'zod';
import { ANSWER_TEXT, ANSWER_TITLE } from '#resources/rules/chat/canned-answers.ts';
import { editedVersion, recordVersion } from '../versions.ts';

/**
 * Canned answers of the company (ours): texts that every user of the chat can insert with `/`. Edited by people with the right
 * to change employees, and by administrators and superusers.
 */

export const ANSWERS_PATH = '/api/crm/answers/';

const id = z.number().int();

/** A canned answer; `text` may contain placeholders, `resources/rules/chat/canned-answers.ts`. */
const answerItem = z.object({
  id,
  title: z.string(),
  text: z.string(),
  /** ISO in UTC. */
  updated_at: z.string(),
  version: recordVersion.optional(),
});
export type AnswerItem = z.output<typeof answerItem>;

/** `GET /api/crm/answers/`: all answers by title. */
export const answerList = z.array(answerItem);

const line = (error: string, { min, max }: { min: number; max: number }) =>
  z.string({ error }).trim().min(1, error).min(min, 'validation.tooShort').max(max, 'validation.tooLong');

/** `POST /api/crm/answers/`. */
export const answerBody = z.object({
  title: line('validation.required', ANSWER_TITLE),
  text: line('validation.required', ANSWER_TEXT),
});
export type AnswerBody = z.input<typeof answerBody>;

/** `PATCH /api/crm/answers/{id}/`. */
export const answerChange = answerBody.extend({ version: editedVersion.optional() });

/** Response of `POST` and `PATCH`. */
export const answerSaved = z.object({ params: answerItem });
