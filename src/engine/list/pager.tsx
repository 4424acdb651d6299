import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Resource } from '#resources/language/define-resource.ts';
import classes from './pager.module.css';
import { pageSizes, type Rows } from './rows.ts';

/** Page sizes, «1–50 из 120» and the way to the neighbouring pages (SET-07). */
export function Pager({ resource, list }: { resource: Resource; list: Rows }) {
  const translate = useTranslate();
  const label = useId();
  const { page, perPage, total = 0 } = list;
  const last = Math.max(1, Math.ceil(total / perPage));
  const sizes = pageSizes(resource);
  const step = (to: number, key: string, Sign: typeof ChevronLeft) => {
    const possible = to >= 1 && to <= last;
    return (
      <button
        type="button"
        className={classes.step}
        aria-label={translate(key)}
        aria-disabled={possible ? undefined : true}
        onClick={() => possible && list.setPage(to)}
      >
        <Sign aria-hidden fontSize="small" />
      </button>
    );
  };
  return (
    <div className={classes.pager}>
      <span className={classes.size}>
        <span id={label} className={classes.sizeLabel}>
          {translate('engine.list.perPage')}
        </span>
        <select
          className={classes.select}
          value={perPage}
          aria-labelledby={label}
          onChange={(event) => list.setPerPage(Number(event.target.value))}
        >
          {[...new Set([...sizes, perPage])]
            .sort((a, b) => a - b)
            .map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
        </select>
      </span>
      <span className={classes.range}>
        {translate('engine.list.range', {
          from: total === 0 ? 0 : (page - 1) * perPage + 1,
          to: Math.min(total, page * perPage),
          total,
        })}
      </span>
      <span className={classes.steps}>
        {step(page - 1, 'engine.list.previous', ChevronLeft)}
        {step(page + 1, 'engine.list.next', ChevronRight)}
      </span>
    </div>
  );
}
