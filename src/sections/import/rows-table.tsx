import { type ComponentProps, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { TableVirtuoso, type TableVirtuosoHandle } from 'react-virtuoso';
import shared from '#console/ui/data-table.module.css';
import type { CheckedList } from './checked-list.ts';
import { EditCell } from './edit-cell.tsx';
import { RowCell } from './row-cell.tsx';
import classes from './rows-table.module.css';
import type { Corrections } from './use-corrections.ts';
import { CELLS } from './words.ts';

const COMPONENTS = {
  Table: (props: ComponentProps<'table'>) => <table {...props} className={`${shared.table} ${classes.table}`} />,
};

/**
 * The rows of one tab; only those in view are in the page, however long the list (IMPORT-10).
 * @param places of the rows to show, in order
 * @param mending null: rows are shown and not mended
 */
export function RowsTable({
  list,
  places,
  mending,
  label,
}: {
  list: CheckedList;
  places: Uint32Array;
  mending: Corrections | null;
  label: string;
}) {
  const translate = useTranslate();
  const table = useRef<TableVirtuosoHandle>(null);
  const open = mending?.open ?? null;
  const firstWith = (row: Parameters<CheckedList['firstWith']>[0]) => list.firstWith(row);
  const index = open ? places.indexOf(open.at) : -1;
  useEffect(() => {
    if (index >= 0) table.current?.scrollIntoView({ index });
  }, [index]);
  return (
    <TableVirtuoso
      ref={table}
      className={shared.scroll}
      totalCount={places.length}
      defaultItemHeight={44}
      increaseViewportBy={400}
      computeItemKey={(at) => places[at] ?? at}
      components={COMPONENTS}
      aria-label={label}
      fixedHeaderContent={() => (
        <tr>
          {CELLS.map((cell) => (
            <th key={cell} scope="col" data-cell={cell}>
              {translate(`import.check.${cell}`)}
            </th>
          ))}
        </tr>
      )}
      itemContent={(position) => {
        const at = places[position] ?? 0;
        const row = list.rows[at];
        if (!row) return null;
        return CELLS.map((cell) => (
          <td key={cell} data-cell={cell}>
            {mending && open?.at === at && open.cell === cell ? (
              <EditCell key={`${at}-${cell}`} row={row} cell={cell} mending={mending} firstWith={firstWith} />
            ) : (
              <RowCell
                row={row}
                cell={cell}
                onEdit={mending ? () => mending.edit({ at, cell }) : null}
                firstWith={firstWith}
              />
            )}
          </td>
        ));
      }}
    />
  );
}
