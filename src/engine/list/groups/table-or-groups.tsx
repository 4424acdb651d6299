import { lazy, Suspense } from 'react';
import { useResource } from '../../resource-context.tsx';
import { TableLayout } from '../layouts/table.tsx';
import { useGrouping } from './grouping.ts';

const GroupedTable = lazy(() => import('./grouped-table.tsx'));

/** A table, grouped unless the person has turned groups off or the server does not support them. */
export function TableOrGroups() {
  const { groupBy } = useGrouping(useResource());
  if (groupBy === null) return <TableLayout />;
  return (
    <Suspense>
      <GroupedTable key={groupBy} groupBy={groupBy} />
    </Suspense>
  );
}
