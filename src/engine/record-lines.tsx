import { useRecordContext } from 'react-admin';
import { FieldCell, useFieldLabel } from './field-part.tsx';
import type { Column } from './list/layouts/columns.ts';
import { useResource } from './resource-context.tsx';

/** Fields of the record in context, each with its label. @param classes of the list and of each line */
export function RecordLines({
  columns,
  classes,
}: {
  columns: readonly Column[];
  classes: Readonly<Record<string, string>>;
}) {
  const resource = useResource();
  const record = useRecordContext();
  const label = useFieldLabel();
  if (!record) return null;
  return (
    <dl className={classes.lines}>
      {columns.map(({ name, field }) => (
        <div key={name} className={classes.line}>
          <dt>{label(resource, name)}</dt>
          <dd>
            <FieldCell resource={resource} name={name} field={field} record={record} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
