import type { Resource } from '#resources/language/define-resource.ts';

/** How the rows of a list are fetched: all at once, page by page, by infinite scrolling, by column, or by days. */
export type RowSource = 'whole' | 'paged' | 'endless' | 'board' | 'calendar';

/** How the rows of a definition's list are fetched. */
export function rowSource({ api, list }: Pick<Resource, 'api' | 'list'>): RowSource {
  if (list.layout === 'board' || list.layout === 'calendar') return list.layout;
  if (api.paging === 'none') return 'whole';
  return list.layout === 'feed' || api.paging !== 'page' ? 'endless' : 'paged';
}
