import { lazy, Suspense } from 'react';
import { useFieldLabel } from '../../field-part.tsx';
import { useResource } from '../../resource-context.tsx';
import { hasEditableTable } from '../editing/editing-mode.ts';
import { useAvailableColumns } from '../list-frame.ts';
import { ColumnsButton } from './columns-button.tsx';

const EditingSwitch = lazy(() => import('../editing/editing-switch.tsx'));

/** Tools of the surrounding table: column choice, and the switch for in-place editing. Loaded lazily. */
export default function ListColumns() {
  const resource = useResource();
  const label = useFieldLabel();
  const columns = useAvailableColumns(resource).map(({ name, extra = false }) => ({
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
