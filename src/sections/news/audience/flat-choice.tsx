import '#i18n/audience-choice-texts.ts';
import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslate } from 'react-admin';
import type { PartGroup } from '#console/fields/places/scope-parts.ts';

/** The input grows with the chosen flats and has the paddings of the other inputs. */
const AUTOCOMPLETE_STYLE = {
  '& .MuiOutlinedInput-root.MuiInputBase-root': { height: 'auto', minHeight: 40, padding: '3px 40px 3px 6px' },
  '& .MuiOutlinedInput-root .MuiAutocomplete-input.MuiInputBase-input': { padding: '0 6px', height: 32 },
} as const;

/** Multi-select of flats with a search, grouped by entrance (NEWS-43). */
export function FlatChoice({
  id,
  groups,
  value,
  invalid,
  disabled,
  describedBy,
  onChange,
  onLeave,
}: {
  id: string;
  groups: readonly PartGroup[];
  value: readonly number[];
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (ids: number[]) => void;
  onLeave: () => void;
}) {
  const translate = useTranslate();
  const options = groups.flatMap(({ porch, parts }) => parts.map((part) => ({ ...part, porch })));
  return (
    <Autocomplete
      multiple
      id={id}
      sx={AUTOCOMPLETE_STYLE}
      options={options}
      value={options.filter((flat) => value.includes(flat.id))}
      disabled={disabled}
      disableCloseOnSelect
      autoHighlight
      handleHomeEndKeys
      limitTags={40}
      noOptionsText={translate(options.length === 0 ? 'engine.list.nothingToChoose' : 'engine.list.noMatches')}
      clearText={translate('ra.action.clear_input_value')}
      closeText={translate('ra.action.close')}
      openText={translate('ra.action.open')}
      groupBy={(flat) => (flat.porch === null ? '' : translate('audience.porchNumber', { number: flat.porch }))}
      getOptionKey={(flat) => flat.id}
      getOptionLabel={(flat) => translate('audience.flat', { label: flat.label })}
      isOptionEqualToValue={(flat, chosen) => flat.id === chosen.id}
      onChange={(_event, flats) => onChange(flats.map((flat) => flat.id))}
      onBlur={onLeave}
      renderInput={({ InputProps, inputProps, fullWidth }) => (
        <OutlinedInput
          {...InputProps}
          fullWidth={fullWidth}
          error={invalid}
          placeholder={value.length ? '' : translate('audience.chooseFlats')}
          inputProps={{ ...inputProps, 'aria-invalid': invalid || undefined, 'aria-describedby': describedBy }}
        />
      )}
    />
  );
}
