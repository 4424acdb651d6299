import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { PAGE } from '#resources/limits.ts';
import { pageNumbers } from './page-numbers.ts';
import classes from './pages.module.css';

/** Page sizes, «1–10 из 38», up to five numbers and the way to the neighbours (RES-13). */
export function Pages({
  page,
  size,
  count,
  onPage,
  onSize,
  children,
}: {
  page: number;
  size: number;
  count: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const label = useId();
  const last = Math.max(1, Math.ceil(count / size));
  const step = (to: number, key: string, Sign: typeof ChevronLeft) => {
    const possible = to >= 1 && to <= last;
    return (
      <button
        type="button"
        className={classes.step}
        aria-label={translate(key)}
        aria-disabled={possible ? undefined : true}
        onClick={() => possible && onPage(to)}
      >
        <Sign aria-hidden fontSize="small" />
      </button>
    );
  };
  return (
    <div className={classes.pager}>
      {children}
      <span className={classes.size}>
        <span id={label} className={classes.sizeLabel}>
          {translate('engine.list.perPage')}
        </span>
        <select
          className={classes.select}
          value={size}
          aria-labelledby={label}
          onChange={(event) => onSize(Number(event.target.value))}
        >
          {PAGE.residentsSizes.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      </span>
      <span className={classes.range}>
        {translate('engine.list.range', {
          from: count === 0 ? 0 : (page - 1) * size + 1,
          to: Math.min(count, page * size),
          total: count,
        })}
      </span>
      <nav className={classes.steps} aria-label={translate('residents.results.pages')}>
        {step(page - 1, 'engine.list.previous', ChevronLeft)}
        {pageNumbers(page, last).map((number) => (
          <button
            key={number}
            type="button"
            className={classes.number}
            aria-label={translate('residents.results.page', { page: number })}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ))}
        {step(page + 1, 'engine.list.next', ChevronRight)}
      </nav>
    </div>
  );
}
