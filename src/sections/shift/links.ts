import type { ShiftAnswer, ShiftCounts } from '#resources/protocol/shift/shift.ts';

/** The counters in display order: waiting now, then events of the shift. */
export const CURRENT_COUNTS = [
  'overdue',
  'waiting',
  'chats',
  'complaints',
] as const satisfies readonly (keyof ShiftCounts)[];
export const SHIFT_COUNTS = ['came', 'done', 'accidents'] as const satisfies readonly (keyof ShiftCounts)[];
export type CountName = keyof ShiftCounts;

/** Begin and end of a shift. */
export type ShiftSpan = Pick<ShiftAnswer, 'since' | 'until'>;

const toSeconds = (at: string): number => Math.floor(Date.parse(at) / 1000);

const spanText = ({ since, until }: ShiftSpan): string =>
  until === null ? String(toSeconds(since)) : `${toSeconds(since)}-${toSeconds(until)}`;

const LIST_ADDRESSES: Readonly<Record<CountName, (span: ShiftSpan) => [path: string, query: Record<string, string>]>> =
  {
    overdue: () => ['/tasks', { view: 'list', overdue: 'true' }],
    waiting: () => ['/tasks', { view: 'list', status: 'created' }],
    came: (span) => ['/tasks', { view: 'list', came: spanText(span) }],
    done: (span) => ['/tasks', { view: 'list', done: spanText(span) }],
    chats: () => ['/chats', { waiting: 'true' }],
    complaints: () => ['/chats', { complaints: 'true' }],
    accidents: ({ since, until }) => {
      const to = until === null ? {} : { until: toSeconds(until) };
      return ['/news', { filter: JSON.stringify({ type: 'accident', since: toSeconds(since), ...to }) }];
    },
  };

/** URL of the list behind a counter. @param building omitted for all checked buildings */
export function listAddress(counted: CountName, span: ShiftSpan, building?: number): string {
  const [path, query] = LIST_ADDRESSES[counted](span);
  const fullQuery = building === undefined ? query : { ...query, building: String(building) };
  return `${path}?${new URLSearchParams(fullQuery)}`;
}
