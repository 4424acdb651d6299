import type { Resource } from '#resources/language/define-resource.ts';
import { FieldFilter, filterFields, useFieldLabel } from '../field-part.tsx';
import { useListState } from './list-state.ts';

/** The filters that stand beside the title, each always set: the month of the readings. */
export function HeaderFilters({ resource }: { resource: Resource }) {
  const label = useFieldLabel();
  const { header, setHeader } = useListState(resource);
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
