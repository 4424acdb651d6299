import { lazy, Suspense } from 'react';
import { useFieldLabel } from '../../field-part.tsx';
import { useResource } from '../../resource-context.tsx';
import { hasEditableTable } from '../editing/editing-mode.ts';
import { useEveryColumn } from '../list-frame.ts';
import { ColumnsButton } from './columns-button.tsx';

const EditingSwitch = lazy(() => import('../editing/editing-switch.tsx'));

/** The tools of the table around it: the choice of its columns, and whether its cells are edited in place. Its own chunk. */
export default function ListColumns() {
  const resource = useResource();
  const label = useFieldLabel();
  const columns = useEveryColumn(resource).map(({ name, extra = false }) => ({
    name,
    extra,
    label: label(resource, name),
  }));
  return (
    <>
      {hasEditableTable(resource) ? (
        <Suspense>
          <EditingSwitch />
        </Suspense>
      ) : null}
      <ColumnsButton list={resource.name} columns={columns} />
    </>
  );
}
