import type { Resource } from '#resources/language/define-resource.ts';

/** Where the rows of a list come from: wholly loaded, page by page, or page below page. */
export type RowSource = 'whole' | 'paged' | 'endless';

/** Where the rows of a definition come from. */
export function rowSource({ api, list }: Pick<Resource, 'api' | 'list'>): RowSource {
  if (api.paging === 'none') return 'whole';
  return list.layout === 'feed' || api.paging !== 'page' ? 'endless' : 'paged';
}
