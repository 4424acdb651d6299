import SearchOutlined from '@mui/icons-material/SearchOutlined';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { TEXT } from '#resources/limits.ts';
import classes from './search-box.module.css';

/**
 * A box to search in what is shown. Enter does nothing here: it must not send a form around it.
 * @param most characters that it takes
 * @param takesFocus it has come because the person wants to search
 */
export function SearchBox({
  label,
  value,
  onText,
  takesFocus = false,
  most = TEXT.search.max,
}: {
  label: string;
  value: string;
  onText: (typed: string) => void;
  takesFocus?: boolean;
  most?: number | undefined;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  const keep = (event: KeyboardEvent) => {
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
        maxLength={most}
        placeholder={label}
        aria-label={label}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={keep}
      />
    </span>
  );
}
