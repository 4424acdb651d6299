import { bareOf, eachOf, flagOf, idOf, isWireObject, numberOf, objectOf } from '../open-shapes.ts';
import type { FirstStep, FirstStepsAnswer } from './first-steps.ts';

// No rules of zod: the menu reads by these too.
const NAMES: readonly FirstStep[] = [
  'company',
  'buildings',
  'services',
  'organisations',
  'readings',
  'employees',
  'sms',
];

function stepOf(value: unknown): FirstStepsAnswer['steps'][number] | null {
  if (!isWireObject(value)) return null;
  const name = NAMES.find((one) => one === value.name);
  return name ? { name, count: numberOf(value.count) ?? 0, done: flagOf(value.done) === true } : null;
}

/** `GET /api/authorized/first-steps/` (ours); steps that are not known here are left out. */
export function firstStepsOf(body: unknown): FirstStepsAnswer {
  const wire = objectOf(bareOf(body));
  return { company: idOf(wire.company), hidden: flagOf(wire.hidden) === true, steps: eachOf(wire.steps, stepOf) };
}

/** Whether something of them is left to be done, and nobody has put them away. */
export const areLeft = ({ hidden, steps }: Pick<FirstStepsAnswer, 'hidden' | 'steps'>): boolean =>
  !hidden && steps.some(({ done }) => !done);
