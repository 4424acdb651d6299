import { lazy, Suspense, useRef } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import shared from '#console/ui/data-table.module.css';
import { useResource } from '../resource-context.tsx';
import { useListChoice } from './list-choice.ts';
import { useColumns } from './list-frame.ts';
import { ListPager } from './list-pager.tsx';
import classes from './table.module.css';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';

const LongBody = lazy(() => import('./long-body.tsx'));

/** Rows a table draws all at once; a longer one draws those in view. */
const DRAWN_AT_ONCE = 100;

/** Records as a table: sortable heads, a row that opens the side card, pages (DESIGN §4). */
export function TableLayout() {
  const resource = useResource();
  const { data: rows = [], isFetching } = useListContext<RaRecord>();
  const choice = useListChoice();
  const scroll = useRef<HTMLDivElement>(null);
  const columns = useColumns(resource);
  const long = rows.length > DRAWN_AT_ONCE;
  const row = { resource, columns, choice };
  const atOnce = (
    <tbody>
      {rows.slice(0, DRAWN_AT_ONCE).map((record) => (
        <TableRow key={record.id} {...row} record={record} />
      ))}
    </tbody>
  );
  return (
    <div className={classes.frame}>
      <div className={`${shared.scroll} ${classes.scroll}`} ref={scroll}>
        <table
          className={`${shared.table} ${classes.table}`}
          aria-rowcount={long ? rows.length + 1 : undefined}
          aria-busy={isFetching}
        >
          <TableHead columns={columns} />
          {long ? (
            <Suspense fallback={atOnce}>
              <LongBody {...row} rows={rows} scroll={scroll} />
            </Suspense>
          ) : (
            atOnce
          )}
        </table>
      </div>
      <ListPager />
    </div>
  );
}
