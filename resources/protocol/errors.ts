import * as z from 'zod';
import { recordChange } from './versions.ts';

/**
 * The answer to a refused or failed call. Every answer also carries the request id in the header `x-request-id`.
 * `detail` is a sentence for the user (ERR-01); `code` is stable and meant for programs.
 */
export const errorAnswer = z.object({
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  /** Whole seconds to wait, and the phone it is about: of calls about SMS codes (AUTH-41, AUTH-43). */
  cooldown_seconds: z.number().int().optional(),
  username: z.string().optional(),
  /** The last change of the record, where known: of a change by an outdated version (409). */
  changed: recordChange.optional(),
});
export type ErrorAnswer = z.output<typeof errorAnswer>;

/**
 * The body of a 400 for single fields: wire names of fields with their sentences (API-21), e.g.
 * `{"name": ["обязательное поле"], "request_id": "…"}`. `request_id` is the only key that is no list.
 */
export const fieldsAnswer = z.object({ request_id: z.string() }).catchall(z.array(z.string()));
export type FieldsAnswer = z.output<typeof fieldsAnswer>;
