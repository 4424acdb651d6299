import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { ruRU } from '@mui/x-date-pickers/locales';
import type { FieldRef } from '@mui/x-date-pickers/models';
import { ru } from 'date-fns/locale/ru';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { text } from '#i18n/console-text.ts';
import { IMPOSSIBLE, UNFINISHED } from '#resources/language/kinds/unfinished-date.ts';
import type { FieldControl } from '../use-field.ts';

/** Locale texts of the pickers with our button labels. */
export const PICKER_TEXTS = {
  ...ruRU.components.MuiLocalizationProvider.defaultProps.localeText,
  cancelButtonLabel: text('ui.cancel'),
  okButtonLabel: text('ui.pick'),
};

const AfterEditContext = createContext<() => void>(() => undefined);

/** The text box of a picker. The picker calls `onChange` only for complete dates, so the box reports every edit itself. */
function PickerBox(props: TextFieldProps) {
  const afterEdit = useContext(AfterEditContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every text shown
  useEffect(afterEdit, [props.value]);
  return <TextField {...props} />;
}

/** Slot components for every picker. */
export const pickerSlotComponents = { textField: PickerBox };

/** Russian locale for the date and time pickers inside. */
export function PickerLocale({ afterEdit, children }: { afterEdit: () => void; children: ReactNode }) {
  return (
    <AfterEditContext value={afterEdit}>
      <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={ru} localeText={PICKER_TEXTS}>
        {children}
      </LocalizationProvider>
    </AfterEditContext>
  );
}

/** Smallest accepted year: 26 is only the beginning of 2026. */
const MIN_YEAR = 1000;

/**
 * Connects a picker to a form value. Partly typed input becomes `UNFINISHED`; a value set elsewhere, such as a restored draft,
 * replaces the typed text.
 * @param value value of the form
 * @param onValue receives null only for an emptied box
 * @param read parses a value to a date; null for none
 * @param write formats a complete date
 */
export function usePicker(
  value: string | null,
  onValue: (value: string | null) => void,
  read: (value: string | null) => Date | null,
  write: (date: Date) => string,
) {
  const fieldRef = useRef<FieldRef<Date | null>>(null);
  // The picker's date, the value last reported to the form, and a counter of values set elsewhere, which remount the picker.
  const [pickerState, setPickerState] = useState(() => ({ date: read(value), told: value, turn: 0 }));
  if (value !== pickerState.told) setPickerState({ date: read(value), told: value, turn: pickerState.turn + 1 });

  function report(date: Date | null, reportedValue: string | null): void {
    setPickerState((previous) => ({ ...previous, date, told: reportedValue }));
    onValue(reportedValue);
  }
  function onChange(date: Date | null): void {
    const isWrong = date !== null && Number.isNaN(date.getTime());
    if (!date || isWrong) report(date, date && IMPOSSIBLE);
    else report(date, date.getFullYear() < MIN_YEAR ? UNFINISHED : write(date));
  }
  function afterEdit(): void {
    const sections = fieldRef.current?.getSections() ?? [];
    const filledCount = sections.filter((section) => section.value !== '').length;
    const isPartlyFilled = filledCount > 0 && filledCount < sections.length;
    if (isPartlyFilled && pickerState.told !== UNFINISHED) report(pickerState.date, UNFINISHED);
    if (filledCount === 0 && pickerState.told === UNFINISHED) report(null, null);
  }
  // The slot's type lacks this property, which every field of the library accepts.
  const fieldSlot: object = { unstableFieldRef: fieldRef };
  return { key: pickerState.turn, shown: pickerState.date, fieldSlot, onChange, afterEdit };
}

/** Slot props for the text box of a picker in a form. */
export const pickerSlotProps = (field: FieldControl) => ({
  textField: {
    id: field.id,
    hiddenLabel: true,
    fullWidth: true,
    error: field.error !== null,
    onBlur: field.onBlur,
    inputProps: field.aria,
  },
  field: { clearable: !field.aria['aria-required'] },
});
