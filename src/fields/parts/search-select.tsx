import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type HTMLAttributes, type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Reason } from '#console/ui/inputs/reason.tsx';
import { unset } from '#i18n/typeset.ts';
import { findPlaces, findPorches, type NamedPlace } from '#resources/rules/search/place.ts';
import type { FieldControl } from '../use-field.ts';
import { CreateEntryHint } from './create-entry-hint.tsx';

/** An option of a select. */
export interface SelectOption {
  id: number | string;
  /** Text shown in the box and used for searching. */
  label: string;
  group?: string;
  /** Set for a building or entrance, which is then searched by address, complex and number. */
  place?: PlaceOption;
}

type PlaceOption = NamedPlace & { porch?: number | null };

/** Filters options: places by address, best matches first but grouped; other options by words. */
function filterOptions<Item extends SelectOption>(
  items: Item[],
  query: string,
  filterByWords: (items: Item[]) => Item[],
): Item[] {
  const places = items.filter(({ place }) => place !== undefined);
  if (!places.length || query.trim() === '') return filterByWords(items);
  const optionPlace = ({ place }: Item): NamedPlace & { porch: number } => {
    const { street = '', number = '', complex = null, porch = null } = place ?? {};
    return { street, number, complex, porch: porch ?? 0 };
  };
  const foundPlaces = places.some(({ place }) => place?.porch != null)
    ? findPorches(query, places, optionPlace)
    : findPlaces(query, places, optionPlace);
  const all = [...filterByWords(items.filter(({ place }) => place === undefined)), ...foundPlaces];
  const groups = [...new Set(all.map(({ group }) => group))];
  return groups.flatMap((group) => all.filter((item) => item.group === group));
}

/** Replaces the padding of MUI's Autocomplete by that of our other boxes. */
const UNIFORM_BOX = {
  '& .MuiOutlinedInput-root.MuiInputBase-root': { paddingBlock: 0, paddingLeft: 0 },
  '& .MuiOutlinedInput-root .MuiAutocomplete-input.MuiInputBase-input': { padding: '0 12px' },
} as const;

/** Style of a box that waits for another choice; it stays focusable. */
const DISABLED_BOX = {
  backgroundColor: 'var(--sunken)',
  color: 'var(--faint)',
  '& input': { cursor: 'not-allowed' },
} as const;

/** Select with search; the texts for empty lists are from the specification (SHELL-33). */
export function SearchSelect<Item extends SelectOption>({
  field,
  options,
  value,
  onValue,
  placeholder,
  loading = false,
  missingHint,
  renderOptionContent,
  onTyped,
  from,
}: {
  field: FieldControl;
  options: readonly Item[];
  value: Item['id'] | null;
  onValue: (id: Item['id'] | null) => void;
  placeholder: string;
  loading?: boolean;
  /** What has to be chosen first; shown as placeholder in the disabled box. */
  missingHint?: string | undefined;
  /** Renders the content of an option in the list. */
  renderOptionContent?: (item: Item) => ReactNode;
  /** Called with the typed text if the server searches the list; `options` are then not filtered again. */
  onTyped?: (typed: string) => void;
  /** Source of the options for `CreateEntryHint`. */
  from?: string;
}) {
  const translate = useTranslate();
  const id = useId();
  // Typed text has plain spaces, labels have non-breaking ones.
  const [filterByWords] = useState(() => createFilterOptions<Item>({ stringify: ({ label }) => unset(label) }));
  const empty = options.length === 0 ? 'engine.list.nothingToChoose' : 'engine.list.noMatches';
  return (
    <FieldFrame {...field.frame}>
      <Autocomplete<Item, false, false, false>
        id={field.id}
        sx={UNIFORM_BOX}
        options={[...options]}
        value={options.find((item) => item.id === value) ?? null}
        disabled={field.disabled}
        readOnly={missingHint !== undefined}
        forcePopupIcon={missingHint === undefined}
        loading={loading}
        loadingText={translate('ui.busy')}
        noOptionsText={
          <>
            {translate(empty)} {options.length === 0 && from ? <CreateEntryHint list={from} /> : null}
          </>
        }
        clearText={translate('ra.action.clear_input_value')}
        closeText={translate('ra.action.close')}
        openText={translate('ra.action.open')}
        autoHighlight
        handleHomeEndKeys
        {...(options.some((item) => item.group !== undefined) ? { groupBy: (item: Item) => item.group ?? '' } : {})}
        getOptionKey={(item) => item.id}
        // Editable text in the box: without non-breaking spaces, so that typing on finds matches.
        getOptionLabel={({ label }) => unset(label)}
        isOptionEqualToValue={(item, selected) => item.id === selected.id}
        onChange={(_event, item) => onValue(item?.id ?? null)}
        onBlur={field.onBlur}
        filterOptions={
          onTyped
            ? (items: Item[]) => items
            : (items: Item[], state) => filterOptions(items, state.inputValue, (subset) => filterByWords(subset, state))
        }
        {...(onTyped ? { onInputChange: (_event, typed) => onTyped(typed) } : {})}
        renderOption={({ key, ...rest }: HTMLAttributes<HTMLLIElement> & { key: unknown }, item) => (
          <li key={String(key)} {...rest}>
            {renderOptionContent ? renderOptionContent(item) : item.label}
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
              {...(missingHint === undefined ? {} : { sx: DISABLED_BOX })}
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
