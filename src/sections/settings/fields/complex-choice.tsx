import '#i18n/building-plan-texts.ts';
import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import { useField } from '#console/fields/use-field.ts';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { newBuilding } from '#resources/sections/new-building.ts';

const { complex: FIELD } = newBuilding.fields;
const INPUT_STYLE = {
  '& .MuiOutlinedInput-root.MuiInputBase-root': { paddingBlock: 0, paddingLeft: 0 },
  '& .MuiOutlinedInput-root .MuiAutocomplete-input.MuiInputBase-input': { padding: '0 12px' },
} as const;

/** Input for an existing complex or the name of a new one. */
export default function ComplexChoice() {
  const translate = useTranslate();
  const label = translate('resources.settings-buildings.fields.complex');
  const field = useField<string | null>({ source: 'complex', field: FIELD, label });
  const { complexes } = useBuildings();
  const names = useMemo(() => complexes.flatMap(({ name }) => name ?? []), [complexes]);
  return (
    <FieldFrame {...field.frame} help={translate('buildingPlan.help.complex')}>
      <Autocomplete<string, false, false, true>
        freeSolo
        fullWidth
        sx={INPUT_STYLE}
        id={field.id}
        options={names}
        inputValue={field.value ?? ''}
        onInputChange={(_, typed) => field.onChange(typed || null)}
        disabled={field.disabled}
        clearText={translate('buildingPlan.clear')}
        renderInput={({ InputProps, inputProps, disabled, fullWidth }) => (
          <OutlinedInput
            {...InputProps}
            fullWidth={fullWidth}
            disabled={disabled}
            error={field.error !== null}
            onBlur={field.onBlur}
            inputProps={{ ...inputProps, ...field.aria, 'aria-describedby': `${field.id}-help` }}
          />
        )}
      />
    </FieldFrame>
  );
}
