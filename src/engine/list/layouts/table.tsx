import { useForkRef } from '@mui/material/utils';
import { hashKey } from '@tanstack/react-query';
import { lazy, Suspense, useContext, useRef } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import shared from '#console/ui/navigation/data-table.module.css';
import { useRestoredScroll } from '#console/ui/navigation/restored-scroll.ts';
import { useHasMoves } from '../../moves/has-moves.ts';
import { useResource } from '../../resource-context.tsx';
import { useHasBulkActions } from '../bulk/offers-choice.ts';
import { useRowSelection } from '../bulk/row-choice.ts';
import { RowEditingContext } from '../editing/row-editing.ts';
import { useColumns } from '../list-frame.ts';
import { useHasTotals } from '../totals/has-totals.ts';
import { useListChoice } from './list-choice.ts';
import { ListPager } from './list-pager.tsx';
import classes from './table.module.css';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';

const LongBody = lazy(() => import('./long-body.tsx'));
const TotalsRow = lazy(() => import('../totals/totals-row.tsx'));

/** Up to this number all rows are rendered; beyond it the table is virtualised. */
const PLAIN_ROWS_MAX = 100;

/** Records as a table: sortable headers, rows that open the side card, pages. */
export function TableLayout() {
  const resource = useResource();
  const { data: rows = [], isFetching, selectedIds, onSelect, filterValues } = useListContext<RaRecord>();
  const [checkedBuildings] = useCheckedBuildings();
  const sideCard = useListChoice();
  const scroll = useRef<HTMLDivElement>(null);
  const scrollRef = useForkRef(scroll, useRestoredScroll('table'));
  const columns = useColumns(resource);
  const isGrid = useContext(RowEditingContext) !== null;
  const isLong = rows.length > PLAIN_ROWS_MAX;
  const rowSelection = useRowSelection(
    rows.map(({ id }) => id),
    selectedIds,
    onSelect,
    hashKey([filterValues, resource.api.scope ? checkedBuildings : null]),
  );
  const selection = useHasBulkActions(resource) ? rowSelection : null;
  const hasTotals = useHasTotals(resource);
  const hasMenu = useHasMoves(resource) || resource.list.menu.length > 0;
  const row = { resource, columns, sideCard, selection };
  const plainBody = (
    <tbody>
      {rows.slice(0, PLAIN_ROWS_MAX).map((record) => (
        <TableRow key={record.id} {...row} record={record} />
      ))}
    </tbody>
  );
  return (
    <div className={classes.frame}>
      <div className={`${shared.scroll} ${classes.scroll}`} ref={scrollRef}>
        <table
          role={isGrid ? 'grid' : undefined}
          className={`${shared.table} ${classes.table}`}
          aria-rowcount={isLong ? rows.length + (hasTotals ? 2 : 1) : undefined}
          aria-busy={isFetching}
        >
          <TableHead columns={columns} selection={selection} />
          {isLong ? (
            <Suspense fallback={plainBody}>
              <LongBody {...row} rows={rows} scroll={scroll} />
            </Suspense>
          ) : (
            plainBody
          )}
          {hasTotals ? (
            <Suspense>
              <TotalsRow
                columns={columns}
                hasBoxes={selection !== null}
                hasMenu={hasMenu}
                index={isLong ? rows.length + 2 : undefined}
              />
            </Suspense>
          ) : null}
        </table>
      </div>
      <ListPager />
    </div>
  );
}
