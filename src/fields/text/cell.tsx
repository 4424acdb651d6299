import { useTranslate } from 'react-admin';
import type { CellProps, FilterProps } from '../field-props.ts';
import { FilterBox } from '../parts/filter-box.tsx';
import classes from '../parts/long-words.module.css';

/** A value as text; a dash if there is none. */
export default function TextCell({ value }: CellProps) {
  const translate = useTranslate();
  return value == null || value === '' ? translate('engine.list.nothing') : <ClampedText text={String(value)} />;
}

/** Filter by a typed text; an empty box does not filter. */
export function TextFilter({ label, value, onChange }: FilterProps) {
  return (
    <FilterBox
      label={label}
      value={typeof value === 'string' ? value : ''}
      onText={(text) => onChange(text || undefined)}
    />
  );
}

/** Texts up to this length are rendered without clamping. */
const SHORT_LENGTH = 40;
/** Matches a word too long for a column. */
const LONG_WORD = /\S{21}/u;

/** A text; in a table a long one is clamped to its first lines, with the full text as tooltip. */
export function ClampedText({ text }: { text: string }) {
  return text.length <= SHORT_LENGTH && !LONG_WORD.test(text) ? (
    text
  ) : (
    <span className={classes.words} title={text}>
      {text}
    </span>
  );
}
