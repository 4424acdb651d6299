import { useId, useState } from 'react';
import { idOf } from '#resources/language/kinds/ids.ts';
import type { FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import { type Pointed, useOnePointed, usePointed } from './look-up.ts';

/** Filters by a record of another section: its name is typed, the browser offers those that match. */
export default function ReferenceFilter({ label, value, onChange, resource, source, field }: FilterProps<'reference'>) {
  const of = { resource, wire: field.wire ?? source };
  const list = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const { found } = usePointed(of, typed ?? '');
  const named = useOnePointed(of, idOf(value));
  const pick = (text: string) => {
    setTyped(text);
    const same = ({ label: name }: Pointed) => name.toLowerCase() === text.trim().toLowerCase();
    onChange(found.find(same)?.id);
  };
  return (
    <>
      <FilterBox
        label={label}
        value={typed ?? named?.label ?? ''}
        list={list}
        onText={pick}
        onBlur={() => setTyped(null)}
      />
      <datalist id={list}>
        {found.map((item) => (
          <option key={item.id} value={item.label} />
        ))}
      </datalist>
    </>
  );
}
