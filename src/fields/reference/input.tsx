import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { toId } from '#resources/language/kinds/ids.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { useWireRecord } from '../form-context.ts';
import { SearchSelect } from '../parts/search-select.tsx';
import { useField } from '../use-field.ts';
import { type ReferenceOption, useReferenceById, useReferenceSearch } from './reference-queries.ts';

/** Input of a record of another section, searched by a part of its name. */
export default function ReferenceInput(props: InputProps<'reference'>) {
  const { resource, source, field: definition } = props;
  const target = { resource, wire: definition.wire ?? source };
  const field = useField<number | null>(props);
  const translate = useTranslate();
  const [query, setQuery] = useState('');
  const [chosenRecord, setChosenRecord] = useState<ReferenceOption | null>(null);
  const record = useWireRecord();
  const stored = record?.[target.wire] as Partial<ReferenceOption> | null | undefined;
  const cachedRecord = [chosenRecord, stored].find(
    (item) => item?.id === field.value && typeof item?.label === 'string',
  );
  const fetchedRecord = useReferenceById(target, cachedRecord ? null : toId(field.value));
  // The box contains the name of the selected record, which must not be used as a search.
  const { matches, isFetching } = useReferenceSearch(target, query === cachedRecord?.label ? '' : query);
  const option = cachedRecord ? { id: Number(cachedRecord.id), label: String(cachedRecord.label) } : fetchedRecord;
  // In a tree, no record can be below itself.
  const selectableMatches = definition.tree && record ? matches.filter(({ id }) => id !== record.id) : matches;
  const options =
    option && !selectableMatches.some(({ id }) => id === option.id)
      ? [option, ...selectableMatches]
      : selectableMatches;
  return (
    <SearchSelect
      field={field}
      options={options}
      value={field.value}
      onValue={(id) => {
        setChosenRecord(options.find((item) => item.id === id) ?? null);
        field.onChange(id === null ? null : Number(id));
      }}
      onTyped={setQuery}
      loading={isFetching}
      placeholder={translate('engine.fields.chooseRecord')}
    />
  );
}

/** The name of a referenced record, on one side of a comparison. */
export function FullReference({ value, field, source, resource, records }: FullProps<'reference'>) {
  const translate = useTranslate();
  const wire = field.wire ?? source;
  const id = toId(value);
  const storedRecord = records
    .map((record) => record[wire] as { label?: unknown } | null)
    .find((one) => toId(one) === id);
  const storedLabel = typeof storedRecord?.label === 'string' ? storedRecord.label : null;
  const fetchedRecord = useReferenceById({ resource, wire }, storedLabel === null ? id : null);
  if (id === null) return translate('engine.list.nothing');
  return storedLabel ?? fetchedRecord?.label ?? translate('engine.fields.unknownRecord', { id });
}
