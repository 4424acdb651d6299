import type { Resource } from '#resources/language/define-resource.ts';

/** Where the rows of a list come from: wholly loaded, page by page, page below page, column by column, or by days. */
export type RowSource = 'whole' | 'paged' | 'endless' | 'board' | 'calendar';

/** Where the rows of a definition come from. */
export function rowSource({ api, list }: Pick<Resource, 'api' | 'list'>): RowSource {
  if (list.layout === 'board' || list.layout === 'calendar') return list.layout;
  if (api.paging === 'none') return 'whole';
  return list.layout === 'feed' || api.paging !== 'page' ? 'endless' : 'paged';
}
