import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import { useListContext, useTranslate } from 'react-admin';
import { isSearchedHere, sortKey } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { useHasMoves } from '../../moves/has-moves.ts';
import { useResource } from '../../resource-context.tsx';
import { SelectAllHeader } from '../bulk/choice-cells.tsx';
import type { RowSelection } from '../bulk/row-choice.ts';
import { useListFrame } from '../list-frame.ts';
import type { Column } from './columns.ts';
import classes from './table.module.css';
import { cellClass } from './table-row.tsx';

const SORT_ICONS = { ASC: ArrowUpward, DESC: ArrowDownward } as const;
const ARIA_SORT = { ASC: 'ascending', DESC: 'descending' } as const;

/** List state from which it follows whether there are pages that are not loaded. */
type LoadedExtent = Pick<ReturnType<typeof useListContext>, 'filterValues' | 'hasNextPage' | 'hasPreviousPage'>;

/** Whether sorting affects only the rows of this page (SET-09): there are more pages, and the server cannot sort. */
function isSortedWithinPage(resource: Resource, { filterValues, hasNextPage, hasPreviousPage }: LoadedExtent): boolean {
  if (resource.api.paging !== 'page' || resource.api.dialect !== 'crm' || sortKey(resource)) return false;
  return Boolean(hasNextPage || hasPreviousPage) && !(filterValues?.q && isSearchedHere(resource));
}

/** Table header; a sortable column is a button that sorts and, pressed again, reverses the order. */
export function TableHead({
  columns,
  selection,
}: {
  columns: readonly Column[];
  /** Multi-selection of rows; null where the list has no bulk actions. */
  selection: RowSelection | null;
}) {
  const resource = useResource();
  const list = useListContext();
  const { sort, setSort } = list;
  const translate = useTranslate();
  const label = useFieldLabel();
  const { heads } = useListFrame();
  const hasMenu = useHasMoves(resource) || resource.list.menu.length > 0;
  const sortHint = isSortedWithinPage(resource, list) ? translate('engine.list.sortsPage') : undefined;
  return (
    <thead>
      <tr>
        {selection ? <SelectAllHeader choice={selection} label={translate('engine.list.chooseAll')} /> : null}
        {columns.map((column, index) => {
          const { name, sortable } = column;
          const order = sort.field === name ? sort.order : null;
          const Sign = order ? SORT_ICONS[order] : UnfoldMore;
          return (
            <th
              key={name}
              scope="col"
              data-column={name}
              className={cellClass(column, index)}
              aria-sort={order ? ARIA_SORT[order] : sortable ? 'none' : undefined}
            >
              {sortable ? (
                <button
                  type="button"
                  title={sortHint}
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
        {hasMenu ? (
          <th scope="col" className={classes.menu}>
            <span className="sr-only">{translate('ui.actions')}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}
