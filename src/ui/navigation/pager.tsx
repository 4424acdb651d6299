import '#i18n/pager-texts.ts';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import classes from './pager.module.css';

/** Maximum number of page buttons (RES-13). */
const MAX_BUTTONS = 5;

/** Up to five page numbers around the current one. */
export function pageNumbers(page: number, last: number): number[] {
  const count = Math.min(MAX_BUTTONS, last);
  const first = Math.min(Math.max(1, page - Math.floor(MAX_BUTTONS / 2)), last - count + 1);
  return Array.from({ length: count }, (_, at) => first + at);
}

/**
 * Page size, «1–10 из 38» and buttons for neighbouring pages (SET-07, RES-13).
 * @param numbers show buttons for up to five page numbers
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
  /** Content at the other end. */
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const sizeLabelId = useId();
  const last = Math.max(1, Math.ceil(total / size));
  const renderStep = (to: number, key: string, Arrow: typeof ChevronLeft) => {
    const isPossible = to >= 1 && to <= last;
    return (
      <button
        type="button"
        className={classes.step}
        aria-label={translate(key)}
        aria-disabled={isPossible ? undefined : true}
        onClick={() => isPossible && onPage(to)}
      >
        <Arrow aria-hidden fontSize="small" />
      </button>
    );
  };
  return (
    <div className={classes.pager}>
      {children}
      <span className={classes.size}>
        <span id={sizeLabelId} className={classes.sizeLabel}>
          {translate('pager.perPage')}
        </span>
        <select
          className={classes.select}
          value={size}
          aria-labelledby={sizeLabelId}
          onChange={(event) => onSize(Number(event.target.value))}
        >
          {[...new Set([...sizes, size])]
            .sort((a, b) => a - b)
            .map((pageSize) => (
              <option key={pageSize} value={pageSize}>
                {pageSize}
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
        {renderStep(page - 1, 'pager.previous', ChevronLeft)}
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
        {renderStep(page + 1, 'pager.next', ChevronRight)}
      </nav>
    </div>
  );
}
