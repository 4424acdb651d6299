import CloseOutlined from '@mui/icons-material/CloseOutlined';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import classes from './plan-rows.module.css';

/** Small input of a row with its label above it. */
export function PlanBox({
  label,
  name,
  value,
  onValue,
  onLeave,
  isInvalid,
  describedBy,
  disabled,
  numeric = true,
  placeholder,
  className,
}: {
  label: string;
  /** Accessible name with the row, because the visible label repeats in every row. */
  name: string;
  value: string;
  onValue: (typed: string) => void;
  onLeave: () => void;
  isInvalid: boolean;
  /** Id of the error message shown below all rows. */
  describedBy: string | undefined;
  disabled: boolean;
  numeric?: boolean;
  placeholder?: string;
  className?: string | undefined;
}) {
  const id = useId();
  return (
    <div className={className ? `${classes.box} ${className}` : classes.box}>
      <label htmlFor={id}>{label}</label>
      <OutlinedInput
        id={id}
        fullWidth
        value={value}
        error={isInvalid}
        disabled={disabled}
        placeholder={placeholder}
        onChange={({ target }) => onValue(target.value)}
        onBlur={onLeave}
        inputProps={{
          'aria-label': name,
          'aria-invalid': isInvalid || undefined,
          'aria-describedby': isInvalid ? describedBy : undefined,
          autoComplete: 'off',
          ...(numeric ? { inputMode: 'numeric' } : {}),
        }}
      />
    </div>
  );
}

/** Button that removes a row. */
export function RemoveRowButton({ label, onDrop: onRemove }: { label: string; onDrop: () => void }) {
  return (
    <span className={classes.drop}>
      <IconButton label={label} onClick={onRemove}>
        <CloseOutlined aria-hidden />
      </IconButton>
    </span>
  );
}
