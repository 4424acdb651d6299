import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { idOf } from '#resources/language/kinds/ids.ts';
import type { CellProps, FilterProps } from '../field-props.ts';
import { useRecordAddress } from '../known-definitions.ts';
import { CellLink } from '../parts/cell-link.tsx';
import { FilterBox } from '../parts/filter-box.tsx';
import { type Pointed, useOnePointed, usePointed } from './look-up.ts';

/** A record of another section as a link to it; one that is gone or closed is only its number. */
export default function ReferenceCell({ value, field }: CellProps<'reference'>) {
  const translate = useTranslate();
  const address = useRecordAddress(field.to);
  const id = idOf(value);
  if (id === null) return translate('engine.list.nothing');
  const label = typeof value === 'object' && value !== null && 'label' in value ? value.label : null;
  if (typeof label !== 'string') return translate('engine.fields.unknownRecord', { id });
  if (!address) return label;
  return <CellLink target={{ to: address(id) }}>{label}</CellLink>;
}

/** Filters by a record of another section: its name is typed, the browser offers those that match. */
export function ReferenceFilter({
  label,
  value,
  onChange,
  resource,
  source,
  field,
}: FilterProps<'reference' | 'references'>) {
  const target = { resource, wire: field.wire ?? source };
  const list = useId();
  const [query, setQuery] = useState<string | null>(null);
  const { matches } = usePointed(target, query ?? '');
  const record = useOnePointed(target, idOf(value));
  const pick = (text: string) => {
    setQuery(text);
    const same = ({ label: name }: Pointed) => name.toLowerCase() === text.trim().toLowerCase();
    onChange(matches.find(same)?.id);
  };
  return (
    <>
      <FilterBox
        label={label}
        value={query ?? record?.label ?? ''}
        list={list}
        onText={pick}
        onBlur={() => setQuery(null)}
      />
      <datalist id={list}>
        {matches.map((item) => (
          <option key={item.id} value={item.label} />
        ))}
      </datalist>
    </>
  );
}
