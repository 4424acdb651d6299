import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { PAGE } from '#resources/limits.ts';
import { queryId, queryIds } from '#server/http/queries.ts';

export const NEWS_URL = '/api/crm/news/';

/** A place in the feed: an announcement and the microsecond it was published in, as the database counts it. */
export interface Place {
  /** Microseconds since 1970, as text: more than a number of JSON holds for sure. */
  micros: string;
  id: number;
}

const PLACE = /^(\d{1,16})-([1-9]\d{0,9})$/;

/**
 * Where the page begins: after the last announcement of the one before. What is published meanwhile comes above and moves
 * nothing, which a page number could not promise.
 */
const before = z
  .string()
  .regex(PLACE, 'validation.text')
  .transform((text): Place => {
    const [, micros = '', id = ''] = PLACE.exec(text) ?? [];
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
 * and all that it is part of, whatever the buildings. `id` (ours): that announcement alone, whatever the buildings. `type`, `since` and `until`, unix seconds (ours): those of a type alone that
 * were published at `since` or later and before `until`.
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

/** The next link: a path, which is right behind any proxy. Null on the last page. */
export function nextLink(
  { buildings_id, page_size, before: _, ...narrowed }: NewsQuery,
  last: Place | null,
): string | null {
  if (!last) return null;
  const buildings = buildings_id ? `buildings_id=${buildings_id.join(',')}&` : '';
  const otherParameters = Object.entries(narrowed)
    .map(([name, value]) => (value === undefined ? '' : `${name}=${value}&`))
    .join('');
  return `${NEWS_URL}?${buildings}${otherParameters}page_size=${page_size}&before=${last.micros}-${last.id}`;
}
