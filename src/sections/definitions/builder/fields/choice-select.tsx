import Select from '@mui/material/Select';
import type { Option } from './choice-sources.ts';

/** Native select, because it works with every keyboard and phone. */
export function ChoiceSelect({
  id,
  value,
  options,
  none,
  describedBy,
  label,
  onChange,
}: {
  id: string;
  value: string;
  options: readonly Option[];
  /** Label of the empty option; without it a value is always chosen. */
  none?: string | undefined;
  describedBy?: string | undefined;
  /** Accessible name, if no visible label refers to the select. */
  label?: string;
  onChange: (value: string) => void;
}) {
  const isKnown = value === '' || options.some((one) => one.value === value);
  return (
    <Select
      native
      fullWidth
      size="small"
      value={value}
      inputProps={{ id, 'aria-describedby': describedBy, 'aria-label': label }}
      onChange={({ target }) => onChange(String(target.value))}
    >
      {none === undefined ? null : <option value="">{none}</option>}
      {isKnown ? null : <option value={value}>{value}</option>}
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </Select>
  );
}
