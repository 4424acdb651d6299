import { useListPaginationContext } from 'react-admin';
import { Pager } from '#console/ui/navigation/pager.tsx';
import { useResource } from '../../resource-context.tsx';
import { pageSizes } from '../rows.ts';

/** Pager of the surrounding list with the page sizes of its definition. */
export function ListPager() {
  const sizes = pageSizes(useResource());
  const { page, perPage, total = 0, setPage, setPerPage } = useListPaginationContext();
  return <Pager page={page} size={perPage} sizes={sizes} total={total} onPage={setPage} onSize={setPerPage} numbers />;
}
