import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { ruRU } from '@mui/x-date-pickers/locales';
import { ru } from 'date-fns/locale/ru';
import type { ReactNode } from 'react';
import { text } from '#i18n/console-text.ts';
import type { FieldShell } from '../use-field.ts';

/** What pickers say, with our words on their buttons. */
export const PICKER_TEXTS = {
  ...ruRU.components.MuiLocalizationProvider.defaultProps.localeText,
  cancelButtonLabel: text('ui.cancel'),
  okButtonLabel: text('ui.pick'),
};

/** Stands around a picker of days or times, which is in Russian in it. */
export function PickerTexts({ children }: { children: ReactNode }) {
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={ru} localeText={PICKER_TEXTS}>
      {children}
    </LocalizationProvider>
  );
}

/** What the text box of a picker is given in a form. */
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
