import { useVirtualizer } from '@tanstack/react-virtual';
import type { ComponentProps, RefObject } from 'react';
import type { RaRecord } from 'react-admin';
import { VirtualTableRows } from '#console/ui/virtual/virtual-table-rows.tsx';
import { TableRow } from './table-row.tsx';

const ROW_HEIGHT = 44;

/** The body of a very long table: only the rows in view are in the page. Its own chunk. */
export default function LongBody({
  rows,
  scroll,
  ...row
}: Omit<ComponentProps<typeof TableRow>, 'record' | 'index'> & {
  rows: readonly RaRecord[];
  /** The element that scrolls the table. */
  scroll: RefObject<HTMLDivElement | null>;
}) {
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => rows[index]?.id ?? index,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  return (
    <VirtualTableRows list={virtualizer} span={row.columns.length + (row.boxes ? 2 : 1)}>
      {(index) => {
        const record = rows[index];
        // The head is row 1.
        return record ? <TableRow {...row} record={record} index={index + 2} /> : null;
      }}
    </VirtualTableRows>
  );
}
