import { lazy, Suspense, useRef } from 'react';
import type { RaRecord } from 'react-admin';
import shared from '#console/ui/data-table.module.css';
import type { LayoutProps } from './layouts.ts';
import { useColumns } from './list-frame.ts';
import { ListPager } from './list-pager.tsx';
import classes from './table.module.css';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';

const LongBody = lazy(() => import('./long-body.tsx'));

/** Rows a table draws all at once; a longer one draws those in view. */
const DRAWN_AT_ONCE = 100;

/** The record a table has chosen, and how to choose another. */
export interface Choice {
  id: string | null;
  choose: (record: RaRecord) => void;
}

/** Records as a table: sortable heads, a row that opens the side card, pages (DESIGN §4). */
export function TableLayout({ resource, list, choice }: LayoutProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const columns = useColumns(resource);
  const rows = list.rows ?? [];
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
          aria-busy={list.isFetching}
        >
          <TableHead resource={resource} columns={columns} list={list} />
          {long ? (
            <Suspense fallback={atOnce}>
              <LongBody {...row} rows={rows} scroll={scroll} />
            </Suspense>
          ) : (
            atOnce
          )}
        </table>
      </div>
      <ListPager resource={resource} list={list} />
    </div>
  );
}
