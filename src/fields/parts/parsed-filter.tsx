import '#i18n/kinds-texts.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FilterBox } from './filter-box.tsx';
import classes from './filter-control.module.css';

/** The value of a text; nothing where it is empty, `isWrong` where it has none. */
type Parsed<Value> = { value?: Value; isWrong?: true };

/**
 * A filter by what a text stands for. While the box holds no such thing the list is not filtered by it, the text stays, and
 * the sentence under the box says so.
 * @param shown the text of the value that is filtered by
 * @param problem text key of what to say then
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
  parse: (typed: string) => Parsed<Value>;
  problem: string;
  inputMode?: 'decimal' | 'numeric';
  onChange: (value: Value | undefined) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const isFocused = useRef(false);
  const { isWrong = false } = parse(draft ?? '');

  // A saved view or an address sets another value: it is shown instead of what was typed. While a person types, values come late.
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
        onText={(typed) => {
          setDraft(typed);
          onChange(parse(typed).value);
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
