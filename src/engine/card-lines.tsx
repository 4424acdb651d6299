import type { RaRecord } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import { CardCell, useFieldLabel } from './field-part.tsx';
import classes from './record-card.module.css';

/** The fields of a record's card, one labelled line each. */
export function CardLines({ resource, record }: { resource: Resource; record: RaRecord }) {
  const label = useFieldLabel();
  return (
    <dl className={classes.lines}>
      {(resource.card?.fields ?? []).map((name) => {
        const field = resource.fields[name];
        return field ? (
          <div key={name} className={classes.line}>
            <dt>{label(resource, name)}</dt>
            <dd>
              <CardCell resource={resource} name={name} field={field} record={record} />
            </dd>
          </div>
        ) : null;
      })}
    </dl>
  );
}
