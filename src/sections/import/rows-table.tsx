import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import shared from '#console/ui/navigation/data-table.module.css';
import { VirtualTableRows } from '#console/ui/virtual/virtual-table-rows.tsx';
import type { CheckedList } from './checked-list.ts';
import { EditCell } from './edit-cell.tsx';
import { RowCell } from './row-cell.tsx';
import classes from './rows-table.module.css';
import type { Corrections } from './use-corrections.ts';
import { CELLS } from './words.ts';

/** Estimated height of a row before it is drawn, px. */
const ROW_HEIGHT = 44;
const HEAD_HEIGHT = 38;
/** Rows beyond those in view that are in the page, too. */
const OVERSCAN = 9;

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
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: places.length,
    getScrollElement: () => scroll.current,
    getItemKey: (at) => places[at] ?? at,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    // The head stands above the rows and stays in view.
    scrollPaddingEnd: HEAD_HEIGHT,
  });
  const open = mending?.open ?? null;
  const firstWith = (row: Parameters<CheckedList['firstWith']>[0]) => list.firstWith(row);
  const index = open ? places.indexOf(open.at) : -1;
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index);
  }, [index, virtualizer]);
  return (
    <div ref={scroll} className={`${shared.scroll} ${shared.long}`}>
      <table className={`${shared.table} ${classes.table}`} aria-label={label}>
        <thead>
          <tr>
            {CELLS.map((cell) => (
              <th key={cell} scope="col" data-cell={cell}>
                {translate(`import.check.${cell}`)}
              </th>
            ))}
          </tr>
        </thead>
        <VirtualTableRows list={virtualizer} span={CELLS.length}>
          {(position) => {
            const at = places[position] ?? 0;
            const row = list.rows[at];
            if (!row) return null;
            return (
              <tr ref={virtualizer.measureElement} data-index={position}>
                {CELLS.map((cell) => (
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
                ))}
              </tr>
            );
          }}
        </VirtualTableRows>
      </table>
    </div>
  );
}
