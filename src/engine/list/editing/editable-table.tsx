import { Suspense, useContext } from 'react';
import { lazyOptional } from '#console/ui/timing/lazy-optional.ts';
import { useResource } from '../../resource-context.tsx';
import { TableOrGroups } from '../groups/table-or-groups.tsx';
import { useEditingMode } from './editing-mode.ts';
import { OpenCellContext } from './open-cell.ts';

const CellGrid = lazyOptional(() => import('./cell-grid.tsx'));

/** A table, grouped or not, whose cells are edited in place while the person has turned that on. */
export function EditableTable() {
  const { isActive } = useEditingMode(useResource());
  const { isOpen } = useContext(OpenCellContext);
  if (!isActive && !isOpen) return <TableOrGroups />;
  return (
    <Suspense fallback={<TableOrGroups />}>
      <CellGrid />
    </Suspense>
  );
}
