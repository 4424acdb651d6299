import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { idOf } from '#resources/language/kinds/ids.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { useWireRecord } from '../form-context.ts';
import { SearchSelect } from '../parts/search-select.tsx';
import { useField } from '../use-field.ts';
import { type Pointed, useOnePointed, usePointed } from './look-up.ts';

/** A record of another section, found by typing a part of its name. */
export default function ReferenceInput(props: InputProps<'reference'>) {
  const { resource, source, field: definition } = props;
  const target = { resource, wire: definition.wire ?? source };
  const field = useField<number | null>(props);
  const translate = useTranslate();
  const [query, setQuery] = useState('');
  const [chosenRecord, setChosenRecord] = useState<Pointed | null>(null);
  const record = useWireRecord();
  const stored = record?.[target.wire] as Partial<Pointed> | null | undefined;
  const cachedRecord = [chosenRecord, stored].find(
    (item) => item?.id === field.value && typeof item?.label === 'string',
  );
  const fetchedRecord = useOnePointed(target, cachedRecord ? null : idOf(field.value));
  // The box shows the chosen record: its name is no search.
  const { matches, isFetching } = usePointed(target, query === cachedRecord?.label ? '' : query);
  const option = cachedRecord ? { id: Number(cachedRecord.id), label: String(cachedRecord.label) } : fetchedRecord;
  // No record of a tree stands below itself.
  const offered = definition.tree && record ? matches.filter(({ id }) => id !== record.id) : matches;
  const options = option && !offered.some(({ id }) => id === option.id) ? [option, ...offered] : offered;
  return (
    <SearchSelect
      field={field}
      options={options}
      value={field.value}
      onValue={(id) => {
        setChosenRecord(options.find((item) => item.id === id) ?? null);
        field.set(id === null ? null : Number(id));
      }}
      onTyped={setQuery}
      loading={isFetching}
      placeholder={translate('engine.fields.chooseRecord')}
    />
  );
}

/** A record of another section by its name. */
export function FullReference({ value, field, source, resource, records }: FullProps<'reference'>) {
  const translate = useTranslate();
  const wire = field.wire ?? source;
  const id = idOf(value);
  const told = records.map((record) => record[wire] as { label?: unknown } | null).find((one) => idOf(one) === id);
  const storedLabel = typeof told?.label === 'string' ? told.label : null;
  const found = useOnePointed({ resource, wire }, storedLabel === null ? id : null);
  if (id === null) return translate('engine.list.nothing');
  return storedLabel ?? found?.label ?? translate('engine.fields.unknownRecord', { id });
}
