import { useTranslate } from 'react-admin';
import type { CellProps, FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import classes from '../parts/long-words.module.css';

/** A value as it is; a dash where there is none. */
export default function TextCell({ value }: CellProps) {
  const translate = useTranslate();
  return value == null || value === '' ? translate('engine.list.nothing') : <ClampedText text={String(value)} />;
}

/** Filters by what is typed; an empty box by nothing. */
export function TextFilter({ label, value, onChange }: FilterProps) {
  return (
    <FilterBox
      label={label}
      value={typeof value === 'string' ? value : ''}
      onText={(typed) => onChange(typed || undefined)}
    />
  );
}

/** Texts up to this length are drawn plain. */
const SHORT = 40;
/** A word too long for a column. */
const LONG_WORD = /\S{21}/u;

/** A text as it is; in a table the first lines of a long one, all of it on hover. */
export function ClampedText({ text }: { text: string }) {
  return text.length <= SHORT && !LONG_WORD.test(text) ? (
    text
  ) : (
    <span className={classes.words} title={text}>
      {text}
    </span>
  );
}
