import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { idOf, idsOf } from '#resources/language/kinds/ids.ts';
import type { FullProps, InputProps } from '../field-props.ts';
import { useWireRecord } from '../form-context.ts';
import { SetDifference } from '../parts/set-difference.tsx';
import { findPointed, type Pointed, usePointed } from '../reference/look-up.ts';
import { useField } from '../use-field.ts';

/** The box grows with what is chosen; its paddings are those of every other box. */
const BOX = {
  '& .MuiOutlinedInput-root.MuiInputBase-root': { height: 'auto', minHeight: 40, padding: '3px 40px 3px 6px' },
  '& .MuiOutlinedInput-root .MuiAutocomplete-input.MuiInputBase-input': { padding: '0 6px', height: 32 },
} as const;

interface Target {
  resource: string;
  wire: string;
}

/** Names out of what records carry for a field. */
const namesIn = (values: readonly unknown[]): [number, string][] =>
  values.flat().flatMap((one): [number, string][] => {
    const [id, label] = [idOf(one), (one as Partial<Pointed> | null)?.label];
    return id !== null && typeof label === 'string' ? [[id, label]] : [];
  });

/** Names of records that only their ids are known of. */
function useNames(target: Target, ids: readonly number[], toldNames: ReadonlyMap<number, string>) {
  const unnamed = ids.filter((id) => !toldNames.has(id));
  const { data } = useQuery({
    queryKey: [target.resource, 'references', target.wire, 'some', ...unnamed],
    queryFn: ({ signal }) => findPointed(target, { ids: unnamed }, signal),
    enabled: unnamed.length > 0,
    retry: false,
  });
  return new Map([...toldNames, ...(data ?? []).map(({ id, label }) => [id, label] as const)]);
}

/** Several records of another section, each found by typing a part of its name. */
export default function ReferencesInput(props: InputProps<'references'>) {
  const { resource, source, field: definition } = props;
  const target = { resource, wire: definition.wire ?? source };
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const [query, setQuery] = useState('');
  const [seenRecords, setSeenRecords] = useState<readonly Pointed[]>([]);
  const stored = useWireRecord()?.[target.wire];
  const ids = idsOf(field.value);
  const names = useNames(target, ids, new Map(namesIn([stored, seenRecords])));
  const { matches, isFetching } = usePointed(target, query);
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
        sx={BOX}
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
        // The server has looked for what is typed.
        filterOptions={(items) => items}
        getOptionKey={({ id }) => id}
        getOptionLabel={({ label }) => label}
        isOptionEqualToValue={(option, one) => option.id === one.id}
        inputValue={query}
        // A record that has got its name meanwhile takes nothing of what is typed.
        onInputChange={(_event, typed, reason) => reason !== 'reset' && setQuery(typed)}
        onChange={(_event, records) => {
          setSeenRecords(records);
          field.set(records.map(({ id }) => id));
        }}
        onBlur={field.leave}
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

/** Records of another section by their names. */
export function FullReferences({ value, other, field, source, resource, records }: FullProps<'references'>) {
  const translate = useTranslate();
  const wire = field.wire ?? source;
  const ids = idsOf(value);
  const names = useNames({ resource, wire }, ids, new Map(namesIn(records.map((record) => record[wire]))));
  const items = ids.map((id) => ({
    key: id,
    node: names.get(id) ?? translate('engine.fields.unknownRecord', { id }),
  }));
  return <SetDifference items={items} otherKeys={new Set(idsOf(other))} />;
}
