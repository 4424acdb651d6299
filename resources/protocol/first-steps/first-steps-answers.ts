import {
  decodeEach,
  decodeFlag,
  decodeId,
  decodeNumber,
  decodeObject,
  isWireObject,
  unwrapBody,
} from '../open-shapes.ts';
import type { FirstStepsAnswer } from './first-steps.ts';

/** The steps in their order; `sms`: a gateway is set, or links are handed over by hand. Without zod, since the menu loads this file. */
export const FIRST_STEPS = [
  'company',
  'buildings',
  'services',
  'organisations',
  'readings',
  'employees',
  'sms',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

function decodeStep(value: unknown): FirstStepsAnswer['steps'][number] | null {
  if (!isWireObject(value)) return null;
  const name = FIRST_STEPS.find((one) => one === value.name);
  return name ? { name, count: decodeNumber(value.count) ?? 0, done: decodeFlag(value.done) === true } : null;
}

/** `GET /api/authorized/first-steps/` (an addition); unknown steps are left out. */
export function decodeFirstSteps(body: unknown): FirstStepsAnswer {
  const wire = decodeObject(unwrapBody(body));
  return {
    company: decodeId(wire.company),
    hidden: decodeFlag(wire.hidden) === true,
    steps: decodeEach(wire.steps, decodeStep),
  };
}

/** Whether steps are left to do and the page was not put away. */
export const areLeft = ({ hidden, steps }: Pick<FirstStepsAnswer, 'hidden' | 'steps'>): boolean =>
  !hidden && steps.some(({ done }) => !done);
