import * as z from 'zod';

/** One's own sessions (our addition `sessions`, G-69). */
export const SESSIONS_PATH = '/api/authorized/sessions/';

/** One session of the console with its times, network address and browser. */
const ownSession = z.object({
  id: z.number().int(),
  /** Whether it is the session of the request itself. */
  current: z.boolean(),
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
  address: z.string().nullable(),
  /** `User-Agent` of the sign-in. */
  agent: z.string().nullable(),
});
export type OwnSession = z.output<typeof ownSession>;

/** `GET`: newest first, including the current session. */
export const sessionsAnswer = z.object({ results: z.array(ownSession) });

/** `POST`: confirms one's password before a request that requires it (`code: 'confirm_needed'`). */
export const CONFIRM_PATH = '/api/authorized/confirm_password/';
export const confirmBody = z.object({
  password: z.string({ error: 'validation.required' }).min(1, 'validation.required').max(1024, 'validation.tooLong'),
});
