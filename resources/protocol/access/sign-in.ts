import * as z from 'zod';
import { ROLES } from '../enums.ts';
import { secondStep } from './second-factor.ts';

export { ROLES };

const filled = (max: number) =>
  z
    .string({ error: 'validation.required' })
    .min(1, 'validation.required')
    .max(max, 'validation.tooLong')
    .regex(/^[^\u0000]*$/, 'validation.text');

/** `POST /api/auth`: the phone in any usual spelling (AUTH-17), the password as typed. */
export const signInBody = z.object({ username: filled(60), password: filled(1024) });

/**
 * The answer of a right phone and password (AUTH-22). A resident gets their role and no token, so that the console can
 * refuse them and has nothing to keep (AUTH-26, AUTH-27). An account that has a second factor, or must have one, gets
 * `second_factor` and no token (additive, G-69).
 */
export const signInAnswer = z.object({
  role: z.enum(ROLES),
  token: z.string().nullable(),
  second_factor: secondStep.optional(),
});
