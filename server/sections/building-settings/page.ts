import * as z from 'zod';
import { PAGE } from '#resources/limits.ts';
import type { BuildingSettingsItem, BuildingSettingsPage } from '#resources/protocol/buildings/settings.ts';
import { queryIds } from '#server/http/queries.ts';

export const SETTINGS_URL = '/api/crm/settings/building/';

/** Sort order of the paged list: a column of the table, ascending or descending. */
export interface SettingsSort {
  by: 'address' | 'complex' | 'organization' | 'type';
  descending: boolean;
}

const SORT_PATTERN = /^(-?)(address|complex|organization|type)$/;

const count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'validation.number')
  .transform(Number);

/**
 * `?buildings_id=…`: these buildings, all at once; otherwise a page: `?page=1&page_size=10` (SET-08, G-17). `sort=-complex` sorts
 * the whole list by a column of the table and is an addition of ours.
 */
export const settingsQuery = z.object({
  buildings_id: queryIds,
  page: count.default(1),
  page_size: count.pipe(z.number().max(PAGE.max, 'validation.numberHigh')).default(PAGE.server),
  sort: z
    .string()
    .regex(SORT_PATTERN, 'validation.choice')
    .default('address')
    .transform((text): SettingsSort => {
      const [, minus, by] = SORT_PATTERN.exec(text) ?? [];
      return { by: by as SettingsSort['by'], descending: minus === '-' };
    }),
});
export type SettingsQuery = z.output<typeof settingsQuery>;

/** Builds the answer of a page, with links to its neighbours as paths, which work behind any proxy. */
export function showSettingsPage(
  { page, page_size, sort }: SettingsQuery,
  total: number,
  results: BuildingSettingsItem[],
): BuildingSettingsPage {
  const order = sort.by === 'address' && !sort.descending ? '' : `&sort=${sort.descending ? '-' : ''}${sort.by}`;
  const pagePath = (number: number) => `${SETTINGS_URL}?page=${number}&page_size=${page_size}${order}`;
  return {
    count: total,
    previous: page > 1 ? pagePath(page - 1) : null,
    next: page * page_size < total ? pagePath(page + 1) : null,
    number: page,
    page_size,
    results,
  };
}
