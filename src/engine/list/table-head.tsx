import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import { useListSortContext, useTranslate } from 'react-admin';
import { useFieldLabel } from '../field-part.tsx';
import { useResource } from '../resource-context.tsx';
import type { Column } from './columns.ts';
import { useListFrame } from './list-frame.ts';
import classes from './table.module.css';
import { cellClass } from './table-row.tsx';

const SIGNS = { ASC: ArrowUpward, DESC: ArrowDownward } as const;
const SAID = { ASC: 'ascending', DESC: 'descending' } as const;

/** The heads of a table; a sortable one is a button that sorts and, pressed again, turns the order. */
export function TableHead({ columns }: { columns: readonly Column[] }) {
  const resource = useResource();
  const { sort, setSort } = useListSortContext();
  const translate = useTranslate();
  const label = useFieldLabel();
  const { heads } = useListFrame();
  return (
    <thead>
      <tr>
        {columns.map((column, place) => {
          const { name, sortable } = column;
          const order = sort.field === name ? sort.order : null;
          const Sign = order ? SIGNS[order] : UnfoldMore;
          return (
            <th
              key={name}
              scope="col"
              data-column={name}
              className={cellClass(column, place)}
              aria-sort={order ? SAID[order] : sortable ? 'none' : undefined}
            >
              {sortable ? (
                <button
                  type="button"
                  className={order ? `${classes.sort} ${classes.sorted}` : classes.sort}
                  onClick={() => setSort({ field: name, order: order === 'ASC' ? 'DESC' : 'ASC' })}
                >
                  {heads?.[name] ?? label(resource, name)}
                  <Sign aria-hidden />
                </button>
              ) : (
                (heads?.[name] ?? label(resource, name))
              )}
            </th>
          );
        })}
        {resource.list.menu.length > 0 ? (
          <th scope="col" className={classes.menu}>
            <span className="sr-only">{translate('ui.actions')}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}
