import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { toId, toIds } from '#resources/language/kinds/ids.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { useWireRecord } from '../form-context.ts';
import { SetDifference } from '../parts/set-difference.tsx';
import { fetchReferenceOptions, type ReferenceOption, useReferenceSearch } from '../reference/reference-queries.ts';
import { useField } from '../use-field.ts';

/** The box grows with its selected records; its padding matches the other boxes. */
const GROWING_BOX = {
  '& .MuiOutlinedInput-root.MuiInputBase-root': { height: 'auto', minHeight: 40, padding: '3px 40px 3px 6px' },
  '& .MuiOutlinedInput-root .MuiAutocomplete-input.MuiInputBase-input': { padding: '0 6px', height: 32 },
} as const;

interface Target {
  resource: string;
  wire: string;
}

/** Ids and names embedded in the values of a field. */
const readNames = (values: readonly unknown[]): [number, string][] =>
  values.flat().flatMap((one): [number, string][] => {
    const [id, label] = [toId(one), (one as Partial<ReferenceOption> | null)?.label];
    return id !== null && typeof label === 'string' ? [[id, label]] : [];
  });

/** Names of records, fetched for those of which only the id is known. */
function useNames(target: Target, ids: readonly number[], knownNames: ReadonlyMap<number, string>) {
  const unnamed = ids.filter((id) => !knownNames.has(id));
  const { data } = useQuery({
    queryKey: [target.resource, 'references', target.wire, 'some', ...unnamed],
    queryFn: ({ signal }) => fetchReferenceOptions(target, { ids: unnamed }, signal),
    enabled: unnamed.length > 0,
    retry: false,
  });
  return new Map([...knownNames, ...(data ?? []).map(({ id, label }) => [id, label] as const)]);
}

/** Input of several records of another section, each searched by a part of its name. */
export default function ReferencesInput(props: InputProps<'references'>) {
  const { resource, source, field: definition } = props;
  const target = { resource, wire: definition.wire ?? source };
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const [query, setQuery] = useState('');
  const [selectedRecords, setSelectedRecords] = useState<readonly ReferenceOption[]>([]);
  const stored = useWireRecord()?.[target.wire];
  const ids = toIds(field.value);
  const names = useNames(target, ids, new Map(readNames([stored, selectedRecords])));
  const { matches, isFetching } = useReferenceSearch(target, query);
  const chosenRecords = ids.map((id) => ({
    id,
    label: names.get(id) ?? translate('engine.fields.unknownRecord', { id }),
  }));
  const options = [...chosenRecords, ...matches.filter(({ id }) => !ids.includes(id))];
  return (
    <FieldFrame {...field.frame}>
      <Autocomplete
        multiple
        id={field.id}
        sx={GROWING_BOX}
        options={options}
        value={chosenRecords}
        disabled={field.disabled}
        loading={isFetching}
        loadingText={translate('ui.busy')}
        noOptionsText={translate(query ? 'engine.list.noMatches' : 'engine.list.nothingToChoose')}
        clearText={translate('ra.action.clear_input_value')}
        closeText={translate('ra.action.close')}
        openText={translate('ra.action.open')}
        autoHighlight
        handleHomeEndKeys
        filterSelectedOptions
        // The server has already filtered the options.
        filterOptions={(items) => items}
        getOptionKey={({ id }) => id}
        getOptionLabel={({ label }) => label}
        isOptionEqualToValue={(option, one) => option.id === one.id}
        inputValue={query}
        // `reset` fires when the name of a selected record is loaded, and would clear the typed text.
        onInputChange={(_event, text, reason) => reason !== 'reset' && setQuery(text)}
        onChange={(_event, records) => {
          setSelectedRecords(records);
          field.onChange(records.map(({ id }) => id));
        }}
        onBlur={field.onBlur}
        renderInput={({ InputProps, inputProps, fullWidth }) => (
          <OutlinedInput
            {...InputProps}
            fullWidth={fullWidth}
            error={field.error !== null}
            placeholder={ids.length ? '' : translate('engine.fields.chooseRecord')}
            inputProps={{ ...inputProps, ...field.aria }}
          />
        )}
      />
    </FieldFrame>
  );
}

/** The names of referenced records, on one side of a comparison. */
export function FullReferences({ value, other, field, source, resource, records }: FullProps<'references'>) {
  const translate = useTranslate();
  const wire = field.wire ?? source;
  const ids = toIds(value);
  const names = useNames({ resource, wire }, ids, new Map(readNames(records.map((record) => record[wire]))));
  const items = ids.map((id) => ({
    key: id,
    node: names.get(id) ?? translate('engine.fields.unknownRecord', { id }),
  }));
  return <SetDifference items={items} otherKeys={new Set(toIds(other))} />;
}
