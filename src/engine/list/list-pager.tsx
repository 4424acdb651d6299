import { Pager } from '#console/ui/pager.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { pageSizes, type Rows } from './rows.ts';

/** Pages of a list, in the sizes that its definition offers. */
export function ListPager({ resource, list }: { resource: Resource; list: Rows }) {
  const { page, perPage, total = 0, setPage, setPerPage } = list;
  return (
    <Pager page={page} size={perPage} sizes={pageSizes(resource)} total={total} onPage={setPage} onSize={setPerPage} />
  );
}
