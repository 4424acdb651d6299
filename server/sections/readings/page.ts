import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { PAGE, TEXT } from '#resources/limits.ts';
import { monthNumber, wireMonth } from '#resources/rules/readings/month.ts';
import { foldText } from '#resources/rules/search/text.ts';
import { queryIds } from '#server/http/queries.ts';

export const METERS_URL = '/api/crm/meters/';

const naturalNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'validation.number')
    .transform(Number)
    .pipe(z.number().max(max, 'validation.numberHigh'));

const yes = z
  .enum(['0', '1', 'false', 'true'], 'validation.choice')
  .optional()
  .transform((value) => value === '1' || value === 'true');

/**
 * `GET /api/crm/meters/?buildings_id=…&date=MMYYYY&page=1&page_size=10` (READ-03). Additive: `missing=1` only flats that
 * gave nothing for the month in buildings that collect something, `flat_number=48` only flats whose number begins so, `porch=7` only those of an
 * entrance, `sort=-flat` from the last address, `norms=1` last values and usual use, `after=712` the page that comes after this flat,
 * even when that flat has left the list: for callers that read the whole list.
 */
export const metersQuery = z.object({
  buildings_id: queryIds,
  date: z
    .string()
    .refine((text) => monthNumber(text) !== null, 'validation.month')
    .transform((text) => monthNumber(text) ?? 0)
    .optional(),
  page: naturalNumber(100_000_000).default(1),
  page_size: naturalNumber(PAGE.max).default(PAGE.meters),
  missing: yes,
  flat_number: z
    .string()
    .max(TEXT.flatNumber.max, 'validation.tooLong')
    .transform((typed) => foldText(typed))
    .optional(),
  porch: naturalNumber(ID_MAX).optional(),
  norms: yes,
  after: naturalNumber(ID_MAX).optional(),
  sort: z.enum(['flat', '-flat'], 'validation.choice').default('flat'),
});
export type MetersQuery = z.output<typeof metersQuery>;

/** A link to another page of the same list: a path, which is right behind any proxy. */
export function pageLink(query: MetersQuery, month: number, to: { page: number } | { after: number }): string {
  const { buildings_id, page_size, missing, flat_number, porch, norms, sort } = query;
  const parts = [
    ...(buildings_id ? [`buildings_id=${buildings_id.join(',')}`] : []),
    `date=${wireMonth(month)}`,
    'page' in to ? `page=${to.page}` : `after=${to.after}`,
    `page_size=${page_size}`,
    ...(missing ? ['missing=1'] : []),
    ...(flat_number ? [`flat_number=${encodeURIComponent(flat_number)}`] : []),
    ...(porch ? [`porch=${porch}`] : []),
    ...(norms ? ['norms=1'] : []),
    ...(sort === 'flat' ? [] : [`sort=${sort}`]),
  ];
  return `${METERS_URL}?${parts.join('&')}`;
}
