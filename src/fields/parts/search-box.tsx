import SearchOutlined from '@mui/icons-material/SearchOutlined';
import type { KeyboardEvent } from 'react';
import classes from './search-box.module.css';

/** A box to search in what is shown. Enter does nothing here: it must not send a form around it. */
export function SearchBox({ label, value, onText }: { label: string; value: string; onText: (typed: string) => void }) {
  const keep = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <span className={classes.box}>
      <SearchOutlined aria-hidden />
      <input
        type="search"
        className={classes.input}
        value={value}
        placeholder={label}
        aria-label={label}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={keep}
      />
    </span>
  );
}
