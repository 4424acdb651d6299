import { lazy, Suspense } from 'react';
import { useResource } from '../../resource-context.tsx';
import { TableLayout } from '../layouts/table.tsx';
import { useGrouping } from './grouping.ts';

const GroupedTable = lazy(() => import('./grouped-table.tsx'));

/** A table whose rows stand in groups, unless the person wants none of them or the server makes none. */
export function TableOrGroups() {
  const { by } = useGrouping(useResource());
  if (by === null) return <TableLayout />;
  return (
    <Suspense>
      <GroupedTable key={by} by={by} />
    </Suspense>
  );
}
