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

/** `POST /api/auth`: the phone in any usual notation (AUTH-17), the password as typed. */
export const signInBody = z.object({ username: filled(60), password: filled(1024) });

/**
 * Response to a right phone and password (AUTH-22). A resident gets a role but no token, so that the console can refuse them
 * and has nothing to store (AUTH-26, AUTH-27). An account that has or must have a second factor gets `second_factor` and no
 * token (ours, G-69).
 */
export const signInAnswer = z.object({
  role: z.enum(ROLES),
  token: z.string().nullable(),
  second_factor: secondStep.optional(),
});
