import type { ComponentProps } from 'react';
import classes from './filter-control.module.css';

/** A filter that is typed into; one that cannot show its name inside has it in front. */
export function FilterBox({
  label,
  onText,
  ...input
}: Pick<
  ComponentProps<'input'>,
  'type' | 'value' | 'inputMode' | 'onFocus' | 'onBlur' | 'list' | 'aria-invalid' | 'aria-describedby'
> & {
  label: string;
  onText: (typed: string) => void;
}) {
  const box = (
    <input
      {...input}
      className={classes.control}
      placeholder={label}
      aria-label={label}
      onChange={(event) => onText(event.target.value)}
    />
  );
  if (input.type !== 'date' && input.type !== 'month') return box;
  return (
    <span className={classes.named}>
      <span aria-hidden>{label}</span>
      {box}
    </span>
  );
}
