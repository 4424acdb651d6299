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

/**
 * The steps in order; `sms` is done when a gateway is configured or links are passed on by hand. Without zod, because the menu
 * loads this file.
 */
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

/** `GET /api/authorized/first-steps/` (ours); unknown steps are left out. */
export function decodeFirstSteps(body: unknown): FirstStepsAnswer {
  const wire = decodeObject(unwrapBody(body));
  return {
    company: decodeId(wire.company),
    hidden: decodeFlag(wire.hidden) === true,
    steps: decodeEach(wire.steps, decodeStep),
  };
}

/** Whether there are open steps and the page is not hidden. */
export const areStepsLeft = ({ hidden, steps }: Pick<FirstStepsAnswer, 'hidden' | 'steps'>): boolean =>
  !hidden && steps.some(({ done }) => !done);
