import * as z from 'zod';
import { ANSWER_TEXT, ANSWER_TITLE } from '#resources/rules/chat/canned-answers.ts';
import { recordVersion, seenVersion } from '../versions.ts';

/**
 * Canned answers of the company (ours): texts put into a message by `/`, for every user of the chat. Edited by people
 * with the right to change employees, and by administrators and superusers.
 */

export const ANSWERS_PATH = '/api/crm/answers/';

const id = z.number().int();

/** A canned answer. `text` may hold places to fill in, `resources/rules/chat/canned-answers.ts`. */
const answerItem = z.object({
  id,
  title: z.string(),
  text: z.string(),
  /** ISO in UTC. */
  updated_at: z.string(),
  version: recordVersion.optional(),
});
export type AnswerItem = z.output<typeof answerItem>;

/** `GET /api/crm/answers/`: all of them, by title. */
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
export const answerChange = answerBody.extend({ version: seenVersion.optional() });

/** The answer of both. */
export const answerSaved = z.object({ params: answerItem });
