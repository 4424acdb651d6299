import OutlinedInput from '@mui/material/OutlinedInput';
import type { ReactNode } from 'react';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { FieldControl } from '../use-field.ts';

/** Length limit from which a character counter is shown. */
const COUNTER_MIN_LENGTH = 100;

/** A text control in its frame, single-line or multi-line. */
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
  field: FieldControl;
  text: string;
  onText: (text: string) => void;
  /** Maximum number of characters; long ones get a counter. */
  max?: number | undefined;
  lines?: number;
  placeholder?: string | undefined;
  /** Rendered after the text. */
  unit?: ReactNode;
  /** Phone keyboard. */
  mode?: 'numeric' | 'decimal' | 'url' | 'email';
}) {
  const hasCounter = max !== undefined && max >= COUNTER_MIN_LENGTH;
  return (
    <FieldFrame {...field.frame} {...(hasCounter ? { counter: { count: [...text.trim()].length, max } } : {})}>
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
        onBlur={field.onBlur}
        inputProps={{ ...field.aria, ...(mode ? { inputMode: mode } : {}), autoComplete: 'off' }}
      />
    </FieldFrame>
  );
}
