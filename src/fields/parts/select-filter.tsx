import { useTranslate } from 'react-admin';
import classes from './filter-control.module.css';

/** A filter with a select of a few values. */
export function SelectFilter({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  /** Empty when the filter is not set. */
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}) {
  const translate = useTranslate();
  return (
    <select
      className={classes.control}
      value={value}
      aria-label={label}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{`${label}: ${translate('engine.list.anything')}`}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
