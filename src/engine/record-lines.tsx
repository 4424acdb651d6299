import { useRecordContext } from 'react-admin';
import { FieldCell, useFieldLabel } from './field-part.tsx';
import type { Column } from './list/layouts/columns.ts';
import defaultClasses from './record-lines.module.css';
import { useResource } from './resource-context.tsx';

/** Labelled fields of the record in context. @param classes `lines` of the list; `line` replaces the default class of a line */
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
        <div key={name} className={classes.line ?? defaultClasses.line}>
          <dt>{label(resource, name)}</dt>
          <dd>
            <FieldCell resource={resource} name={name} field={field} record={record} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
