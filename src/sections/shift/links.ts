import type { ShiftAnswer, ShiftCounts } from '#resources/protocol/shift/shift.ts';

/** What is counted, in the order it is shown: what waits now, then what happened in the shift. */
export const NOW = ['overdue', 'waiting', 'chats', 'complaints'] as const satisfies readonly (keyof ShiftCounts)[];
export const DURING = ['came', 'done', 'accidents'] as const satisfies readonly (keyof ShiftCounts)[];
export type Counted = keyof ShiftCounts;

/** From when to when a shift lasts. */
export type ShiftSpan = Pick<ShiftAnswer, 'since' | 'until'>;

const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);

const spanText = ({ since, until }: ShiftSpan): string =>
  until === null ? String(seconds(since)) : `${seconds(since)}-${seconds(until)}`;

const ADDRESSES: Readonly<Record<Counted, (span: ShiftSpan) => [path: string, query: Record<string, string>]>> = {
  overdue: () => ['/tasks', { view: 'list', overdue: 'true' }],
  waiting: () => ['/tasks', { view: 'list', status: 'created' }],
  came: (span) => ['/tasks', { view: 'list', came: spanText(span) }],
  done: (span) => ['/tasks', { view: 'list', done: spanText(span) }],
  chats: () => ['/chats', { waiting: 'true' }],
  complaints: () => ['/chats', { complaints: 'true' }],
  accidents: ({ since, until }) => {
    const to = until === null ? {} : { until: seconds(until) };
    return ['/news', { filter: JSON.stringify({ type: 'accident', since: seconds(since), ...to }) }];
  },
};

/** The list that a number is of. @param building the one it is counted in; left out: all that are checked */
export function listAddress(counted: Counted, span: ShiftSpan, building?: number): string {
  const [path, query] = ADDRESSES[counted](span);
  const whole = building === undefined ? query : { ...query, building: String(building) };
  return `${path}?${new URLSearchParams(whole)}`;
}
