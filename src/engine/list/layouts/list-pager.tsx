import { useListPaginationContext } from 'react-admin';
import { Pager } from '#console/ui/navigation/pager.tsx';
import { useResource } from '../../resource-context.tsx';
import { pageSizes } from '../rows.ts';

/** Pages of the list that it stands in, in the sizes that its definition offers. */
export function ListPager() {
  const sizes = pageSizes(useResource());
  const { page, perPage, total = 0, setPage, setPerPage } = useListPaginationContext();
  return <Pager page={page} size={perPage} sizes={sizes} total={total} onPage={setPage} onSize={setPerPage} numbers />;
}
