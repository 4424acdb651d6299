import { FieldFilter, filterFields, useFieldLabel } from '../field-part.tsx';
import { useResource } from '../resource-context.tsx';
import { useFilters } from './list-context.tsx';

/** The filters that stand beside the title, each always set: the month of the readings. */
export function HeaderFilters() {
  const resource = useResource();
  const label = useFieldLabel();
  const { header, setHeader } = useFilters();
  return filterFields(resource)
    .filter(({ field }) => field.filter === 'header')
    .map(({ name, field, load }) => (
      <FieldFilter
        key={name}
        load={load}
        field={field}
        source={name}
        resource={resource.name}
        label={label(resource, name)}
        value={header[name]}
        onChange={(value) => setHeader(name, value)}
      />
    ));
}
