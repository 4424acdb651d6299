import type { ShiftAnswer, ShiftCounts } from '#resources/protocol/shift/shift.ts';

/** The counters in display order: waiting now, then events of the shift. */
export const NOW = ['overdue', 'waiting', 'chats', 'complaints'] as const satisfies readonly (keyof ShiftCounts)[];
export const DURING = ['came', 'done', 'accidents'] as const satisfies readonly (keyof ShiftCounts)[];
export type CountName = keyof ShiftCounts;

/** From when to when a shift lasts. */
export type ShiftSpan = Pick<ShiftAnswer, 'since' | 'until'>;

const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000);

const spanText = ({ since, until }: ShiftSpan): string =>
  until === null ? String(seconds(since)) : `${seconds(since)}-${seconds(until)}`;

const ADDRESSES: Readonly<Record<CountName, (span: ShiftSpan) => [path: string, query: Record<string, string>]>> = {
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

/** Address of the list behind a number. @param building where it is counted; left out: all checked buildings */
export function listAddress(counted: CountName, span: ShiftSpan, building?: number): string {
  const [path, query] = ADDRESSES[counted](span);
  const whole = building === undefined ? query : { ...query, building: String(building) };
  return `${path}?${new URLSearchParams(whole)}`;
}
