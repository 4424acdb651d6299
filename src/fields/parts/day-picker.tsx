import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { ruRU } from '@mui/x-date-pickers/locales';
import { ru } from 'date-fns/locale/ru';
import { useState } from 'react';
import { FieldFrame } from '#console/ui/field-frame.tsx';
import { fromDate } from '../date/days.ts';
import type { FieldShell } from '../use-field.ts';

const LOCALE_TEXT = ruRU.components.MuiLocalizationProvider.defaultProps.localeText;

/** A date typed or picked, in Russian; whole days or whole months. */
export function DayPicker({
  field,
  value,
  onValue,
  months = false,
  from,
  to,
}: {
  field: FieldShell;
  value: Date | null;
  onValue: (date: Date | null) => void;
  months?: boolean;
  from?: Date | undefined;
  to?: Date | undefined;
}) {
  // What was typed in part is kept here: the form only knows that it is no date yet.
  const [held, setHeld] = useState<Date | null>(value);
  const shown = value && fromDate(value) !== fromDate(held) ? value : held;
  return (
    <FieldFrame {...field.frame}>
      <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={ru} localeText={LOCALE_TEXT}>
        <DatePicker
          enableAccessibleFieldDOMStructure={false}
          value={shown}
          disabled={field.disabled}
          {...(months ? { views: ['year', 'month'] as const, openTo: 'month' as const, format: 'LLLL yyyy' } : {})}
          {...(from ? { minDate: from } : {})}
          {...(to ? { maxDate: to } : {})}
          onChange={(date) => {
            setHeld(date);
            onValue(date);
          }}
          slotProps={{
            textField: {
              id: field.id,
              hiddenLabel: true,
              fullWidth: true,
              error: field.error !== null,
              onBlur: field.leave,
              inputProps: field.aria,
            },
            field: { clearable: !field.aria['aria-required'] },
          }}
        />
      </LocalizationProvider>
    </FieldFrame>
  );
}
