import SearchOutlined from '@mui/icons-material/SearchOutlined';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { TEXT } from '#resources/limits.ts';
import classes from './search-box.module.css';

/**
 * Search box for the content shown. Enter is ignored, because it must not submit a surrounding form.
 * @param maxLength maximum length
 * @param takesFocus focuses the box on mount
 */
export function SearchBox({
  label,
  value,
  onText,
  takesFocus = false,
  maxLength = TEXT.search.max,
}: {
  label: string;
  value: string;
  onText: (typed: string) => void;
  takesFocus?: boolean;
  maxLength?: number | undefined;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  const preventSubmit = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <span className={classes.box}>
      <SearchOutlined aria-hidden />
      <input
        ref={box}
        type="search"
        className={classes.input}
        value={value}
        maxLength={maxLength}
        placeholder={label}
        aria-label={label}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={preventSubmit}
      />
    </span>
  );
}
