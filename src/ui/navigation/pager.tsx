import '#i18n/pager-texts.ts';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import classes from './pager.module.css';

/** Buttons of the paginator (RES-13). */
const MOST = 5;

/** The numbers of up to five pages around the present one. */
export function pageNumbers(page: number, last: number): number[] {
  const count = Math.min(MOST, last);
  const first = Math.min(Math.max(1, page - Math.floor(MOST / 2)), last - count + 1);
  return Array.from({ length: count }, (_, at) => first + at);
}

/**
 * Page sizes, «1–10 из 38» and the way to the neighbouring pages (SET-07, RES-13).
 * @param numbers whether up to five pages can be gone to by their numbers
 */
export function Pager({
  page,
  size,
  sizes,
  total,
  onPage,
  onSize,
  numbers = false,
  children,
}: {
  page: number;
  size: number;
  sizes: readonly number[];
  total: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
  numbers?: boolean;
  /** The text at the other end. */
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const label = useId();
  const last = Math.max(1, Math.ceil(total / size));
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
          {translate('pager.perPage')}
        </span>
        <select
          className={classes.select}
          value={size}
          aria-labelledby={label}
          onChange={(event) => onSize(Number(event.target.value))}
        >
          {[...new Set([...sizes, size])]
            .sort((a, b) => a - b)
            .map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
        </select>
      </span>
      <span className={classes.range}>
        {translate('pager.range', {
          from: total === 0 ? 0 : (page - 1) * size + 1,
          to: Math.min(total, page * size),
          total,
        })}
      </span>
      <nav className={classes.steps} aria-label={translate('pager.pages')}>
        {step(page - 1, 'pager.previous', ChevronLeft)}
        {numbers
          ? pageNumbers(page, last).map((number) => (
              <button
                key={number}
                type="button"
                className={classes.number}
                aria-label={translate('pager.page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {number}
              </button>
            ))
          : null}
        {step(page + 1, 'pager.next', ChevronRight)}
      </nav>
    </div>
  );
}
