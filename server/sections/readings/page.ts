import * as z from 'zod';
import { ID_MAX } from '#resources/language/kinds/kind.ts';
import { PAGE, TEXT } from '#resources/limits.ts';
import { formatWireMonth, parseWireMonth } from '#resources/rules/readings/month.ts';
import { foldText } from '#resources/rules/search/text.ts';
import { queryIds } from '#server/http/queries.ts';

export const METERS_URL = '/api/crm/meters/';

const positiveNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'validation.number')
    .transform(Number)
    .pipe(z.number().max(max, 'validation.numberHigh'));

const flag = z
  .enum(['0', '1', 'false', 'true'], 'validation.choice')
  .optional()
  .transform((value) => value === '1' || value === 'true');

/**
 * `GET /api/crm/meters/?buildings_id=…&date=MMYYYY&page=1&page_size=10` (READ-03). Additions of ours: `missing=1` only flats
 * without readings for the month, in buildings that collect any; `flat_number=48` only flats whose number starts with this;
 * `porch=7` only flats of an entrance; `sort=-flat` in descending order; `norms=1` last values and usual consumption; `after=712`
 * the page after this flat, even if that flat has left the list: for callers that read the whole list.
 */
export const metersQuery = z.object({
  buildings_id: queryIds,
  date: z
    .string()
    .refine((text) => parseWireMonth(text) !== null, 'validation.month')
    .transform((text) => parseWireMonth(text) ?? 0)
    .optional(),
  page: positiveNumber(100_000_000).default(1),
  page_size: positiveNumber(PAGE.max).default(PAGE.meters),
  missing: flag,
  flat_number: z
    .string()
    .max(TEXT.flatNumber.max, 'validation.tooLong')
    .transform((typed) => foldText(typed))
    .optional(),
  porch: positiveNumber(ID_MAX).optional(),
  norms: flag,
  after: positiveNumber(ID_MAX).optional(),
  sort: z.enum(['flat', '-flat'], 'validation.choice').default('flat'),
});
export type MetersQuery = z.output<typeof metersQuery>;

/** Link to another page of the same list, as a path, which works behind any proxy. */
export function metersPageLink(query: MetersQuery, month: number, to: { page: number } | { after: number }): string {
  const { buildings_id, page_size, missing, flat_number, porch, norms, sort } = query;
  const params = [
    ...(buildings_id ? [`buildings_id=${buildings_id.join(',')}`] : []),
    `date=${formatWireMonth(month)}`,
    'page' in to ? `page=${to.page}` : `after=${to.after}`,
    `page_size=${page_size}`,
    ...(missing ? ['missing=1'] : []),
    ...(flat_number ? [`flat_number=${encodeURIComponent(flat_number)}`] : []),
    ...(porch ? [`porch=${porch}`] : []),
    ...(norms ? ['norms=1'] : []),
    ...(sort === 'flat' ? [] : [`sort=${sort}`]),
  ];
  return `${METERS_URL}?${params.join('&')}`;
}
