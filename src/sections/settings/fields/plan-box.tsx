import CloseOutlined from '@mui/icons-material/CloseOutlined';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import classes from './plan-rows.module.css';

/** A small box of a row with its label above it. */
export function PlanBox({
  label,
  name,
  value,
  onValue,
  onLeave,
  wrong,
  describedBy,
  disabled,
  numeric = true,
  placeholder,
  className,
}: {
  label: string;
  /** Read out instead of the label: the same one stands in every row. */
  name: string;
  value: string;
  onValue: (typed: string) => void;
  onLeave: () => void;
  wrong: boolean;
  /** Id of the error message, which stands below all rows. */
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
        error={wrong}
        disabled={disabled}
        placeholder={placeholder}
        onChange={({ target }) => onValue(target.value)}
        onBlur={onLeave}
        inputProps={{
          'aria-label': name,
          'aria-invalid': wrong || undefined,
          'aria-describedby': wrong ? describedBy : undefined,
          autoComplete: 'off',
          ...(numeric ? { inputMode: 'numeric' } : {}),
        }}
      />
    </div>
  );
}

/** Takes a row away. */
export function DropRow({ label, onDrop }: { label: string; onDrop: () => void }) {
  return (
    <span className={classes.drop}>
      <IconButton label={label} onClick={onDrop}>
        <CloseOutlined aria-hidden />
      </IconButton>
    </span>
  );
}
