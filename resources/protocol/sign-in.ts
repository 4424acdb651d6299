import * as z from 'zod';

/** Who a user is (A§6). Residents are refused (AUTH-26). */
export const ROLES = ['admin', 'superuser', 'employee', 'resident'] as const;

const filled = (max: number) =>
  z
    .string({ error: 'validation.required' })
    .min(1, 'validation.required')
    .max(max, 'validation.tooLong')
    .regex(/^[^\u0000]*$/, 'validation.text');

/** `POST /api/auth`: the phone in any usual spelling (AUTH-17), the password as typed. */
export const signInBody = z.object({ username: filled(60), password: filled(1024) });

/**
 * The answer of a right phone and password (A§7). A resident gets his role and no token, so that the console can
 * refuse him and has nothing to keep (AUTH-26, AUTH-27).
 */
export const signInAnswer = z.object({ role: z.enum(ROLES), token: z.string().nullable() });
