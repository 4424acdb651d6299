import * as z from 'zod';

/** Own sessions (additive; only where the server says `sessions`, G-69). */
export const SESSIONS_PATH = '/api/authorized/sessions/';

/** One session of the console: when it began and was last used, from which network address and browser. */
const ownSession = z.object({
  id: z.number().int(),
  /** The one of the call itself. */
  current: z.boolean(),
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
  address: z.string().nullable(),
  /** `User-Agent` of the sign-in. */
  agent: z.string().nullable(),
});
export type OwnSession = z.output<typeof ownSession>;

/** `GET`: the newest first, one's current one among them. */
export const sessionsAnswer = z.object({ results: z.array(ownSession) });

/** `POST`: types one's password again before what needs it (`code: 'confirm_needed'`). */
export const CONFIRM_PATH = '/api/authorized/confirm_password/';
export const confirmBody = z.object({
  password: z.string({ error: 'validation.required' }).min(1, 'validation.required').max(1024, 'validation.tooLong'),
});
