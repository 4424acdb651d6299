import { useFieldLabel } from '../../field-part.tsx';
import { useResource } from '../../resource-context.tsx';
import { useEveryColumn } from '../list-frame.ts';
import { ColumnsButton } from './columns-button.tsx';

/** The choice of columns of the list around it. Its own chunk. */
export default function ListColumns() {
  const resource = useResource();
  const label = useFieldLabel();
  const columns = useEveryColumn(resource).map(({ name, extra = false }) => ({
    name,
    extra,
    label: label(resource, name),
  }));
  return <ColumnsButton list={resource.name} columns={columns} />;
}
