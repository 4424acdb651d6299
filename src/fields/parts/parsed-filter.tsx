import '#i18n/kinds-texts.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FilterBox } from './filter-box.tsx';
import classes from './filter-control.module.css';

/** Result of parsing a text: a value, nothing for an empty text, or `isWrong`. */
type Parsed<Value> = { value?: Value; isWrong?: true };

/**
 * A filter whose text is parsed to a value. While the text cannot be parsed, it stays with an error below, and the list is not
 * filtered.
 * @param valueText text of the current filter value
 * @param problem text key of the error
 */
export function ParsedFilter<Value extends number | string>({
  label,
  value,
  valueText,
  parse,
  problem,
  inputMode,
  onChange,
}: {
  label: string;
  value: unknown;
  valueText: string;
  parse: (text: string) => Parsed<Value>;
  problem: string;
  inputMode?: 'decimal' | 'numeric';
  onChange: (value: Value | undefined) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const isFocused = useRef(false);
  const { isWrong = false } = parse(draft ?? '');

  // A value set elsewhere (saved view, URL) replaces the typed text, but not while the person is typing, because their own values
  // arrive late.
  useEffect(() => {
    if (value !== undefined && !isFocused.current) setDraft(null);
  }, [value]);
  return (
    <span className={classes.parsed}>
      <FilterBox
        label={label}
        {...(inputMode ? { inputMode } : {})}
        value={draft ?? valueText}
        onFocus={() => {
          isFocused.current = true;
        }}
        onBlur={() => {
          isFocused.current = false;
          if (!isWrong) setDraft(null);
        }}
        onText={(text) => {
          setDraft(text);
          onChange(parse(text).value);
        }}
        {...(isWrong ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
      />
      {isWrong ? (
        <span className={classes.problem} id={id} role="status">
          {translate(problem)}
        </span>
      ) : null}
    </span>
  );
}
