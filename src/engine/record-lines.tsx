import { useRecordContext } from 'react-admin';
import { FieldCell, useFieldLabel } from './field-part.tsx';
import type { Column } from './list/layouts/columns.ts';
import own from './record-lines.module.css';
import { useResource } from './resource-context.tsx';

/** Fields of the record in context, each with its label. @param classes `lines` of the list, and `line` of each where it looks otherwise */
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
        <div key={name} className={classes.line ?? own.line}>
          <dt>{label(resource, name)}</dt>
          <dd>
            <FieldCell resource={resource} name={name} field={field} record={record} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
