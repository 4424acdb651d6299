import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type HTMLAttributes, type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Reason } from '#console/ui/inputs/reason.tsx';
import { unset } from '#i18n/typeset.ts';
import { findPlaces, findPorches, type NamedPlace } from '#resources/rules/search/place.ts';
import type { FieldShell } from '../use-field.ts';
import { WayToMake } from './way-to-make.tsx';

/** One thing that can be chosen. */
export interface Choice {
  id: number | string;
  /** The text shown in the box and searched in. */
  label: string;
  group?: string;
  /** A building or an entrance: it is found as these are, by address, complex and number. */
  place?: PlaceOption;
}

type PlaceOption = NamedPlace & { porch?: number | null };

/** Options of places by what is typed, the best first, those of a group together; others by their words. */
function placesFirst<Item extends Choice>(items: Item[], query: string, byWords: (items: Item[]) => Item[]): Item[] {
  const places = items.filter(({ place }) => place !== undefined);
  if (!places.length || query.trim() === '') return byWords(items);
  const optionPlace = ({ place }: Item): NamedPlace & { porch: number } => {
    const { street = '', number = '', complex = null, porch = null } = place ?? {};
    return { street, number, complex, porch: porch ?? 0 };
  };
  const foundPlaces = places.some(({ place }) => place?.porch != null)
    ? findPorches(query, places, optionPlace)
    : findPlaces(query, places, optionPlace);
  const all = [...byWords(items.filter(({ place }) => place === undefined)), ...foundPlaces];
  const groups = [...new Set(all.map(({ group }) => group))];
  return groups.flatMap((group) => all.filter((item) => item.group === group));
}

/** MUI gives the box of an Autocomplete paddings of its own; ours has those of every other box. */
const SAME_BOX = {
  '& .MuiOutlinedInput-root.MuiInputBase-root': { paddingBlock: 0, paddingLeft: 0 },
  '& .MuiOutlinedInput-root .MuiAutocomplete-input.MuiInputBase-input': { padding: '0 12px' },
} as const;

/** How a box looks that waits for something else; it can still be reached and read. */
const CLOSED = {
  backgroundColor: 'var(--sunken)',
  color: 'var(--faint)',
  '& input': { cursor: 'not-allowed' },
} as const;

/** Chooses one of many by typing; the empty texts are the specification's (SHELL-33). */
export function SearchSelect<Item extends Choice>({
  field,
  options,
  value,
  onValue,
  placeholder,
  loading = false,
  missingHint,
  drawOption,
  onTyped,
  from,
}: {
  field: FieldShell;
  options: readonly Item[];
  value: Item['id'] | null;
  onValue: (id: Item['id'] | null) => void;
  placeholder: string;
  loading?: boolean;
  /** The note on what is missing before anything can be chosen; greys the box and stands in it. */
  missingHint?: string | undefined;
  /** How an option is drawn in the list. */
  drawOption?: (item: Item) => ReactNode;
  /** Told what is typed, by a list that the server searches: it offers what it is given then. */
  onTyped?: (typed: string) => void;
  /** The kind of the options, as `WayToMake` knows it. */
  from?: string;
}) {
  const translate = useTranslate();
  const id = useId();
  // Typed text has plain spaces.
  const [byWords] = useState(() => createFilterOptions<Item>({ stringify: ({ label }) => unset(label) }));
  const empty = options.length === 0 ? 'engine.list.nothingToChoose' : 'engine.list.noMatches';
  return (
    <FieldFrame {...field.frame}>
      <Autocomplete<Item, false, false, false>
        id={field.id}
        sx={SAME_BOX}
        options={[...options]}
        value={options.find((item) => item.id === value) ?? null}
        disabled={field.disabled}
        readOnly={missingHint !== undefined}
        forcePopupIcon={missingHint === undefined}
        loading={loading}
        loadingText={translate('ui.busy')}
        noOptionsText={
          <>
            {translate(empty)} {options.length === 0 && from ? <WayToMake list={from} /> : null}
          </>
        }
        clearText={translate('ra.action.clear_input_value')}
        closeText={translate('ra.action.close')}
        openText={translate('ra.action.open')}
        autoHighlight
        handleHomeEndKeys
        {...(options.some((item) => item.group !== undefined) ? { groupBy: (item: Item) => item.group ?? '' } : {})}
        getOptionKey={(item) => item.id}
        // A line of its own, which never breaks: what is typed on goes into it.
        getOptionLabel={({ label }) => unset(label)}
        isOptionEqualToValue={(item, chosen) => item.id === chosen.id}
        onChange={(_event, item) => onValue(item?.id ?? null)}
        onBlur={field.leave}
        filterOptions={
          onTyped
            ? (items: Item[]) => items
            : (items: Item[], state) => placesFirst(items, state.inputValue, (some) => byWords(some, state))
        }
        {...(onTyped ? { onInputChange: (_event, typed) => onTyped(typed) } : {})}
        renderOption={({ key, ...rest }: HTMLAttributes<HTMLLIElement> & { key: unknown }, item) => (
          <li key={String(key)} {...rest}>
            {drawOption ? drawOption(item) : item.label}
          </li>
        )}
        renderInput={({ InputProps, inputProps, fullWidth }) => (
          <Reason reason={missingHint === undefined ? null : { title: missingHint }} id={id}>
            <OutlinedInput
              {...InputProps}
              fullWidth={fullWidth}
              error={field.error !== null}
              disabled={field.disabled}
              placeholder={missingHint ?? placeholder}
              {...(missingHint === undefined ? {} : { sx: CLOSED })}
              inputProps={{
                ...inputProps,
                ...field.aria,
                ...(missingHint === undefined
                  ? {}
                  : {
                      'aria-disabled': true,
                      'aria-describedby': `${field.aria['aria-describedby'] ?? ''} ${id}`.trim(),
                    }),
              }}
            />
          </Reason>
        )}
      />
    </FieldFrame>
  );
}
