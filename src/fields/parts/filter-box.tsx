import type { ComponentProps } from 'react';
import classes from './filter-control.module.css';

/** A filter with a text box; types that cannot show a placeholder have the label in front. */
export function FilterBox({
  label,
  onText,
  ...input
}: Pick<
  ComponentProps<'input'>,
  'type' | 'value' | 'inputMode' | 'onFocus' | 'onBlur' | 'list' | 'aria-invalid' | 'aria-describedby'
> & {
  label: string;
  onText: (text: string) => void;
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
