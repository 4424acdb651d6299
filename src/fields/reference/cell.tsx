import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { toId } from '#resources/language/kinds/ids.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { useRecordAddress } from '../known-definitions.ts';
import { CellLink } from '../parts/cell-link.tsx';
import { FilterBox } from '../parts/filter-box.tsx';
import { type ReferenceOption, useReferenceById, useReferenceSearch } from './reference-queries.ts';

/** Link to a record of another section; shows only its number when the record is deleted or out of reach. */
export default function ReferenceCell({ value, field }: CellProps<'reference'>) {
  const translate = useTranslate();
  const address = useRecordAddress(field.to);
  const id = toId(value);
  if (id === null) return translate('engine.list.nothing');
  const label = typeof value === 'object' && value !== null && 'label' in value ? value.label : null;
  if (typeof label !== 'string') return translate('engine.fields.unknownRecord', { id });
  if (!address) return label;
  return <CellLink target={{ to: address(id) }}>{label}</CellLink>;
}

/** Filter by a record of another section: the typed name is completed by a datalist of matches. */
export function ReferenceFilter({
  label,
  value,
  onChange,
  resource,
  source,
  field,
}: FilterProps<'reference' | 'references'>) {
  const target = { resource, wire: field.wire ?? source };
  const datalistId = useId();
  const [query, setQuery] = useState<string | null>(null);
  const { matches } = useReferenceSearch(target, query ?? '');
  const record = useReferenceById(target, toId(value));
  const onTextChange = (text: string) => {
    setQuery(text);
    const hasSameName = ({ label: name }: ReferenceOption) => name.toLowerCase() === text.trim().toLowerCase();
    onChange(matches.find(hasSameName)?.id);
  };
  return (
    <>
      <FilterBox
        label={label}
        value={query ?? record?.label ?? ''}
        list={datalistId}
        onText={onTextChange}
        onBlur={() => setQuery(null)}
      />
      <datalist id={datalistId}>
        {matches.map((item) => (
          <option key={item.id} value={item.label} />
        ))}
      </datalist>
    </>
  );
}
