import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import shared from '#console/ui/navigation/data-table.module.css';
import { VirtualTableRows } from '#console/ui/virtual/virtual-table-rows.tsx';
import classes from './rows-table.module.css';

/** Estimated height of a row before it is drawn, px. */
const ROW_HEIGHT = 44;
const HEAD_HEIGHT = 38;
/** Rows beyond those in view that are in the page, too. */
const OVERSCAN = 9;

/** A row of a file by its number there, as Excel shows it; no two have the same. */
export interface NumberedRow {
  row: number;
}

/** A column of the check: its heading, and what its cells draw. */
export interface RowsColumn<Row> {
  name: string;
  label: string;
  /** Of the heading and the cells. */
  className?: string | undefined;
  /** @param at place of the row among all rows */
  draw: (row: Row, at: number) => ReactNode;
}

/**
 * The rows of one tab of a checked file; only those in view are in the page, however long the list (IMPORT-10).
 * @param places of the rows to show, in order
 * @param openAt place of the row with the open cell, which is brought into view; null for none
 * @param className of the table
 */
export function RowsTable<Row extends NumberedRow>({
  rows,
  places,
  columns,
  openAt,
  label,
  className = '',
}: {
  rows: readonly Row[];
  places: Uint32Array;
  columns: readonly RowsColumn<Row>[];
  openAt: number | null;
  label: string;
  className?: string | undefined;
}) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: places.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => rows[places[index] ?? -1]?.row ?? index,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    // The head stands above the rows and stays in view.
    scrollPaddingEnd: HEAD_HEIGHT,
  });
  const openIndex = openAt === null ? -1 : places.indexOf(openAt);
  useEffect(() => {
    if (openIndex >= 0) virtualizer.scrollToIndex(openIndex);
  }, [openIndex, virtualizer]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div ref={scroll} className={`${shared.scroll} ${shared.long}`} tabIndex={0}>
      <table className={`${shared.table} ${classes.table} ${className}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={column.className}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <VirtualTableRows list={virtualizer} span={columns.length}>
          {(index) => {
            const at = places[index] ?? 0;
            const row = rows[at];
            if (!row) return null;
            return (
              <tr ref={virtualizer.measureElement} data-index={index}>
                {columns.map((column) => (
                  <td key={column.name} className={column.className}>
                    {column.draw(row, at)}
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
