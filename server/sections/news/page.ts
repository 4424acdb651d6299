import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { PAGE } from '#resources/limits.ts';
import { queryId, queryIds } from '#server/http/queries.ts';

export const NEWS_URL = '/api/crm/news/';

/** A position in the feed: an announcement and the microsecond of its publication, as the database counts it. */
export interface FeedPosition {
  /** Microseconds since 1970, as text, because 16 digits may exceed the safe integers of JSON. */
  micros: string;
  id: number;
}

const POSITION_PATTERN = /^(\d{1,16})-([1-9]\d{0,9})$/;

/**
 * Cursor: the last announcement of the page before. Announcements published meanwhile appear above and shift nothing, unlike with
 * page numbers.
 */
const before = z
  .string()
  .regex(POSITION_PATTERN, 'validation.text')
  .transform((text): FeedPosition => {
    const [, micros = '', id = ''] = POSITION_PATTERN.exec(text) ?? [];
    return { micros, id: Number(id) };
  })
  .refine(({ id }) => id <= ID_MAX, 'validation.unknown')
  .optional();

const size = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'validation.number')
  .transform(Number)
  .pipe(z.number().max(PAGE.max, 'validation.numberHigh'))
  .default(PAGE.news);

const seconds = z
  .string()
  .regex(/^\d{1,12}$/, 'validation.date')
  .transform(Number)
  .pipe(z.number().max(253_402_300_799, 'validation.dateLate'))
  .optional();

/**
 * `GET /api/crm/news/?buildings_id=…&page_size=20`; `before` comes from the next link. `unit` (ours): announcements for a flat
 * and everything it is part of, whatever the buildings. `id` (ours): only this announcement, whatever the buildings. `type`,
 * `since` and `until` (ours, unix seconds): only this type, published at `since` or later and before `until`.
 */
export const newsQuery = z.object({
  buildings_id: queryIds,
  page_size: size,
  before,
  unit: queryId.optional(),
  id: queryId.optional(),
  type: z.enum(['info', 'accident', 'alert', 'report', 'adv'], { error: 'validation.choice' }).optional(),
  since: seconds,
  until: seconds,
});
export type NewsQuery = z.output<typeof newsQuery>;

/** URL of the next page, as a path, which works behind any proxy; null on the last page. */
export function nextNewsLink(
  { buildings_id, page_size, before: _, ...filters }: NewsQuery,
  last: FeedPosition | null,
): string | null {
  if (!last) return null;
  const buildings = buildings_id ? `buildings_id=${buildings_id.join(',')}&` : '';
  const otherParameters = Object.entries(filters)
    .map(([name, value]) => (value === undefined ? '' : `${name}=${value}&`))
    .join('');
  return `${NEWS_URL}?${buildings}${otherParameters}page_size=${page_size}&before=${last.micros}-${last.id}`;
}
