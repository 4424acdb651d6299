import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { FieldShell } from '../use-field.ts';

/** A text counts its characters from this length on; a short one needs no counter. */
const COUNTED_FROM = 100;

/** A text control in its frame, one line or several. */
export function TextBox({
  field,
  text,
  onText,
  max,
  lines = 1,
  placeholder,
  unit,
  mode,
}: {
  field: FieldShell;
  text: string;
  onText: (text: string) => void;
  /** Greatest number of characters; shown as a counter. */
  max?: number | undefined;
  lines?: number;
  placeholder?: string | undefined;
  /** Stands behind the text. */
  unit?: ReactNode;
  /** Keyboard of a phone. */
  mode?: 'numeric' | 'decimal' | 'url' | 'email';
}) {
  const counted = max !== undefined && max >= COUNTED_FROM;
  return (
    <FieldFrame {...field.frame} {...(counted ? { counter: { count: [...text.trim()].length, max } } : {})}>
      <OutlinedInput
        id={field.id}
        fullWidth
        value={text}
        error={field.error !== null}
        disabled={field.disabled}
        multiline={lines > 1}
        {...(lines > 1 ? { minRows: lines, maxRows: 14 } : {})}
        placeholder={placeholder}
        endAdornment={unit}
        onChange={(event) => onText(event.target.value)}
        onBlur={field.leave}
        inputProps={{ ...field.aria, ...(mode ? { inputMode: mode } : {}), autoComplete: 'off' }}
      />
    </FieldFrame>
  );
}
