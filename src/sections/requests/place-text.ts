import type { TaskCard } from '#resources/protocol/tasks.ts';

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** «1, 3–5» of numbers in any order. */
export function ranges(numbers: readonly number[]): string {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const parts: [number, number][] = [];
  for (const number of sorted) {
    const last = parts.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else parts.push([number, number]);
  }
  return parts
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`))
    .join(', ');
}

/** Where in its building a request is: «под. 1», «эт. 6». */
function partsOf({ target, creator }: TaskCard, translate: Translate): string[] {
  const porches = target.porches.map(({ number }) => number);
  const floors = target.floors.map(({ number }) => number);
  return [
    porches.length ? translate('tasks.place.porch', { numbers: ranges(porches) }) : '',
    floors.length ? translate('tasks.place.floor', { numbers: ranges(floors) }) : '',
    creator.unit && porches.length === 0 ? translate('tasks.place.unit', { label: creator.unit }) : '',
  ];
}

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(', ');

/** Where a request is, without the building number: «ул. Лесная, под. 1, эт. 6». */
export const placeText = (task: TaskCard, translate: Translate): string =>
  joined([task.target.street, ...partsOf(task, translate)]);

/** The same with the building number, as one line: «ул. Лесная, 12, под. 1». */
export const addressText = (task: TaskCard, translate: Translate): string =>
  joined([task.target.street, task.target.number, ...partsOf(task, translate)]);
