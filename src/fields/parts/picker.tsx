import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { ruRU } from '@mui/x-date-pickers/locales';
import type { FieldRef } from '@mui/x-date-pickers/models';
import { ru } from 'date-fns/locale/ru';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { text } from '#i18n/console-text.ts';
import { IMPOSSIBLE, UNFINISHED } from '#resources/language/kinds/unfinished-date.ts';
import type { FieldShell } from '../use-field.ts';

/** Texts of pickers, with our words on their buttons. */
export const PICKER_TEXTS = {
  ...ruRU.components.MuiLocalizationProvider.defaultProps.localeText,
  cancelButtonLabel: text('ui.cancel'),
  okButtonLabel: text('ui.pick'),
};

const AfterEdit = createContext<() => void>(() => undefined);

/** The text box of a picker. The picker calls `onChange` only for a whole date, so the box tells of every edit itself. */
function PickerBox(props: TextFieldProps) {
  const afterEdit = useContext(AfterEdit);
  // biome-ignore lint/correctness/useExhaustiveDependencies: to be told of every text that is shown
  useEffect(afterEdit, [props.value]);
  return <TextField {...props} />;
}

/** The text box, given to every picker. */
export const pickerParts = { textField: PickerBox };

/** Stands around a picker of days or times, which is in Russian in it. */
export function PickerTexts({ afterEdit, children }: { afterEdit: () => void; children: ReactNode }) {
  return (
    <AfterEdit value={afterEdit}>
      <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={ru} localeText={PICKER_TEXTS}>
        {children}
      </LocalizationProvider>
    </AfterEdit>
  );
}

/** The years that are typed in full; 26 is the beginning of 2026. */
const FIRST_YEAR = 1000;

/**
 * Ties a picker to a value of a form. What is typed in part becomes `UNFINISHED`; a value that comes from elsewhere, a restored
 * draft or a settled conflict, is shown instead of what was typed.
 * @param value of the form
 * @param onValue given null for an emptied box only
 * @param read the date to show for a value; null for none
 * @param write the value of a whole date
 */
export function usePicker(
  value: string | null,
  onValue: (value: string | null) => void,
  read: (value: string | null) => Date | null,
  write: (date: Date) => string,
) {
  const field = useRef<FieldRef<Date | null>>(null);
  // The date of the picker, the value that the form was told, and how often a value came from elsewhere.
  const [pickerState, setPickerState] = useState(() => ({ date: read(value), told: value, turn: 0 }));
  if (value !== pickerState.told) setPickerState({ date: read(value), told: value, turn: pickerState.turn + 1 });

  function tell(date: Date | null, told: string | null): void {
    setPickerState((before) => ({ ...before, date, told }));
    onValue(told);
  }
  function onChange(date: Date | null): void {
    const isWrong = date !== null && Number.isNaN(date.getTime());
    if (!date || isWrong) tell(date, date && IMPOSSIBLE);
    else tell(date, date.getFullYear() < FIRST_YEAR ? UNFINISHED : write(date));
  }
  function afterEdit(): void {
    const sections = field.current?.getSections() ?? [];
    const filledCount = sections.filter((section) => section.value !== '').length;
    const isPart = filledCount > 0 && filledCount < sections.length;
    if (isPart && pickerState.told !== UNFINISHED) tell(pickerState.date, UNFINISHED);
    if (filledCount === 0 && pickerState.told === UNFINISHED) tell(null, null);
  }
  // The type of the slot lacks this property, which every field of the library takes.
  const fieldSlot: object = { unstableFieldRef: field };
  return { key: pickerState.turn, shown: pickerState.date, fieldSlot, onChange, afterEdit };
}

/** Properties of the text box of a picker in a form. */
export const pickerSlots = (field: FieldShell) => ({
  textField: {
    id: field.id,
    hiddenLabel: true,
    fullWidth: true,
    error: field.error !== null,
    onBlur: field.leave,
    inputProps: field.aria,
  },
  field: { clearable: !field.aria['aria-required'] },
});
