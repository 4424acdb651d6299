import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import shared from '#console/ui/navigation/data-table.module.css';
import { VirtualTableRows } from '#console/ui/virtual/virtual-table-rows.tsx';
import classes from './rows-table.module.css';

/** Estimated height of a row until it is measured, CSS pixels. */
const ROW_HEIGHT = 44;
const HEADER_HEIGHT = 38;
/** Rows rendered beyond those in view. */
const OVERSCAN = 9;

/** A row with its number in the file, as Excel shows it; numbers are unique. */
export interface NumberedRow {
  row: number;
}

/** A column of the table of checked rows. */
export interface RowsColumn<Row> {
  name: string;
  label: string;
  /** Class of the header and the cells. */
  className?: string | undefined;
  /** @param rowIndex index of the row among all rows */
  draw: (row: Row, rowIndex: number) => ReactNode;
}

/**
 * Virtualised table of the rows of one tab of a checked file (IMPORT-10).
 * @param rowIndexes indexes of the rows to show, in order
 * @param openAt index of the row with the open cell, which is scrolled into view; null for none
 * @param className class of the table
 */
export function RowsTable<Row extends NumberedRow>({
  rows,
  rowIndexes,
  columns,
  openAt,
  label,
  className = '',
}: {
  rows: readonly Row[];
  rowIndexes: Uint32Array;
  columns: readonly RowsColumn<Row>[];
  openAt: number | null;
  label: string;
  className?: string | undefined;
}) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rowIndexes.length,
    getScrollElement: () => scrollRef.current,
    getItemKey: (index) => rows[rowIndexes[index] ?? -1]?.row ?? index,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    // The sticky header covers this height.
    scrollPaddingEnd: HEADER_HEIGHT,
  });
  const openIndex = openAt === null ? -1 : rowIndexes.indexOf(openAt);
  useEffect(() => {
    if (openIndex >= 0) virtualizer.scrollToIndex(openIndex);
  }, [openIndex, virtualizer]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <div ref={scrollRef} className={`${shared.scroll} ${shared.long}`} tabIndex={0}>
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
            const rowIndex = rowIndexes[index] ?? 0;
            const row = rows[rowIndex];
            if (!row) return null;
            return (
              <tr ref={virtualizer.measureElement} data-index={index}>
                {columns.map((column) => (
                  <td key={column.name} className={column.className}>
                    {column.draw(row, rowIndex)}
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
