import type { Resource } from '#resources/language/define-resource.ts';

/** Where the rows of a list come from: wholly loaded, page by page, page below page, or column by column. */
export type RowSource = 'whole' | 'paged' | 'endless' | 'board';

/** Where the rows of a definition come from. */
export function rowSource({ api, list }: Pick<Resource, 'api' | 'list'>): RowSource {
  if (list.layout === 'board') return 'board';
  if (api.paging === 'none') return 'whole';
  return list.layout === 'feed' || api.paging !== 'page' ? 'endless' : 'paged';
}
