import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import { useListContext, useTranslate } from 'react-admin';
import { isSearchedHere, sortKey } from '#console/data/session/features.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { useHasMoves } from '../../moves/has-moves.ts';
import { useResource } from '../../resource-context.tsx';
import { ChoiceHead } from '../bulk/choice-cells.tsx';
import type { RowChoice } from '../bulk/row-choice.ts';
import { useListFrame } from '../list-frame.ts';
import type { Column } from './columns.ts';
import classes from './table.module.css';
import { cellClass } from './table-row.tsx';

const SIGNS = { ASC: ArrowUpward, DESC: ArrowDownward } as const;
const SAID = { ASC: 'ascending', DESC: 'descending' } as const;

/** The state of a list that tells whether pages not yet loaded are sorted too. */
type Extent = Pick<ReturnType<typeof useListContext>, 'filterValues' | 'hasNextPage' | 'hasPreviousPage'>;

/** Whether a head sorts no more than the rows of this page (SET-09): the list goes on, and its server sorts by nothing. */
function sortsThisPage(resource: Resource, { filterValues, hasNextPage, hasPreviousPage }: Extent): boolean {
  if (resource.api.paging !== 'page' || resource.api.dialect !== 'crm' || sortKey(resource)) return false;
  return Boolean(hasNextPage || hasPreviousPage) && !(filterValues?.q && isSearchedHere(resource));
}

/** The heads of a table; a sortable one is a button that sorts and, pressed again, turns the order. */
export function TableHead({
  columns,
  boxes,
}: {
  columns: readonly Column[];
  /** Choosing several rows; null where there is nothing to do with them. */
  boxes: RowChoice | null;
}) {
  const resource = useResource();
  const list = useListContext();
  const { sort, setSort } = list;
  const translate = useTranslate();
  const label = useFieldLabel();
  const { heads } = useListFrame();
  const hasMenu = useHasMoves(resource) || resource.list.menu.length > 0;
  const extent = sortsThisPage(resource, list) ? translate('engine.list.sortsPage') : undefined;
  return (
    <thead>
      <tr>
        {boxes ? <ChoiceHead choice={boxes} label={translate('engine.list.chooseAll')} /> : null}
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
                  title={extent}
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
