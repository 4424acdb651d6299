import * as z from 'zod';
import { recordChange } from './versions.ts';

/**
 * Response to a refused or failed request. Every response also has the request id in the header `x-request-id`. `detail` is a
 * message for the user (ERR-01); `code` is stable and meant for programs.
 */
export const errorAnswer = z.object({
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  /** Whole seconds to wait, and the phone number; only for SMS codes (AUTH-41, AUTH-43). */
  cooldown_seconds: z.number().int().optional(),
  username: z.string().optional(),
  /** The last change of the record, if known; for a conflict of versions (409). */
  changed: recordChange.optional(),
});
export type ErrorAnswer = z.output<typeof errorAnswer>;

/**
 * Body of a 400 for single fields: messages by wire name (API-21), e.g. `{"name": ["обязательное поле"], "request_id": "…"}`;
 * `request_id` is the only key that is not a list.
 */
export const fieldsAnswer = z.object({ request_id: z.string() }).catchall(z.array(z.string()));
export type FieldsAnswer = z.output<typeof fieldsAnswer>;
