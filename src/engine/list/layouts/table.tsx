import { useForkRef } from '@mui/material/utils';
import { hashKey } from '@tanstack/react-query';
import { lazy, Suspense, useContext, useRef } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { useCheckedBuildings } from '#console/data/buildings/buildings.ts';
import shared from '#console/ui/navigation/data-table.module.css';
import { useKeptScroll } from '#console/ui/navigation/kept-scroll.ts';
import { useHasMoves } from '../../moves/has-moves.ts';
import { useResource } from '../../resource-context.tsx';
import { useOffersChoice } from '../bulk/offers-choice.ts';
import { useRowChoice } from '../bulk/row-choice.ts';
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

/** Rows a table draws all at once; a longer one draws those in view. */
const DRAWN_AT_ONCE = 100;

/** Records as a table: sortable heads, a row that opens the side card, pages. */
export function TableLayout() {
  const resource = useResource();
  const { data: rows = [], isFetching, selectedIds, onSelect, filterValues } = useListContext<RaRecord>();
  const [checkedBuildings] = useCheckedBuildings();
  const choice = useListChoice();
  const scroll = useRef<HTMLDivElement>(null);
  const hold = useForkRef(scroll, useKeptScroll('table'));
  const columns = useColumns(resource);
  const isGrid = useContext(RowEditingContext) !== null;
  const long = rows.length > DRAWN_AT_ONCE;
  const rowChoice = useRowChoice(
    rows.map(({ id }) => id),
    selectedIds,
    onSelect,
    hashKey([filterValues, resource.api.scope ? checkedBuildings : null]),
  );
  const boxes = useOffersChoice(resource) ? rowChoice : null;
  const hasTotals = useHasTotals(resource);
  const hasMenu = useHasMoves(resource) || resource.list.menu.length > 0;
  const row = { resource, columns, choice, boxes };
  const atOnce = (
    <tbody>
      {rows.slice(0, DRAWN_AT_ONCE).map((record) => (
        <TableRow key={record.id} {...row} record={record} />
      ))}
    </tbody>
  );
  return (
    <div className={classes.frame}>
      <div className={`${shared.scroll} ${classes.scroll}`} ref={hold}>
        <table
          role={isGrid ? 'grid' : undefined}
          className={`${shared.table} ${classes.table}`}
          aria-rowcount={long ? rows.length + (hasTotals ? 2 : 1) : undefined}
          aria-busy={isFetching}
        >
          <TableHead columns={columns} boxes={boxes} />
          {long ? (
            <Suspense fallback={atOnce}>
              <LongBody {...row} rows={rows} scroll={scroll} />
            </Suspense>
          ) : (
            atOnce
          )}
          {hasTotals ? (
            <Suspense>
              <TotalsRow
                columns={columns}
                hasBoxes={boxes !== null}
                hasMenu={hasMenu}
                index={long ? rows.length + 2 : undefined}
              />
            </Suspense>
          ) : null}
        </table>
      </div>
      <ListPager />
    </div>
  );
}
