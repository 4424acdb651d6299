import * as z from 'zod';
import { FIRST_STEPS } from './first-steps-answers.ts';

/** First steps of a company with an empty database (ours), for administrators. */
export const FIRST_STEPS_PATH = '/api/authorized/first-steps/';

/** `GET /api/authorized/first-steps/`. */
export const firstStepsAnswer = z.object({
  /** Id of the head company, whose details the first step asks for; null where there is none. */
  company: z.number().int().nullable(),
  /** Whether the page was put away. */
  hidden: z.boolean(),
  steps: z.array(
    z.object({
      name: z.enum(FIRST_STEPS),
      /** How many there are of it: telephones, buildings, services, … */
      count: z.number().int(),
      done: z.boolean(),
    }),
  ),
});
export type FirstStepsAnswer = z.output<typeof firstStepsAnswer>;

/** `PUT /api/authorized/first-steps/`: what it leaves out stays. */
export const firstStepsBody = z
  .object({
    hidden: z.boolean('validation.choice').optional(),
    /** Links of invitations are handed over by hand, and no gateway is missed. */
    by_hand: z.boolean('validation.choice').optional(),
  })
  .refine(({ hidden, by_hand }) => hidden !== undefined || by_hand !== undefined, {
    path: ['hidden'],
    message: 'validation.required',
  });
export type FirstStepsBody = z.input<typeof firstStepsBody>;
