import * as z from 'zod';
import { FIRST_STEPS } from './first-steps-answers.ts';

/** First steps of a company that started with an empty database (ours), for administrators. */
export const FIRST_STEPS_PATH = '/api/authorized/first-steps/';

/** `GET /api/authorized/first-steps/`. */
export const firstStepsAnswer = z.object({
  /** Id of the head company, for the first step; null if there is none. */
  company: z.number().int().nullable(),
  /** Whether the page is hidden. */
  hidden: z.boolean(),
  steps: z.array(
    z.object({
      name: z.enum(FIRST_STEPS),
      /** Number of existing items: phones, buildings, services, … */
      count: z.number().int(),
      done: z.boolean(),
    }),
  ),
});
export type FirstStepsAnswer = z.output<typeof firstStepsAnswer>;

/** `PUT /api/authorized/first-steps/`; missing keys stay unchanged. */
export const firstStepsBody = z
  .object({
    hidden: z.boolean('validation.choice').optional(),
    /** Invitation links are passed on by hand, so that no SMS gateway is needed. */
    by_hand: z.boolean('validation.choice').optional(),
  })
  .refine(({ hidden, by_hand }) => hidden !== undefined || by_hand !== undefined, {
    path: ['hidden'],
    message: 'validation.required',
  });
export type FirstStepsBody = z.input<typeof firstStepsBody>;
