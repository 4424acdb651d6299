import { useVirtualizer } from '@tanstack/react-virtual';
import type { ComponentProps, RefObject } from 'react';
import type { RaRecord } from 'react-admin';
import { VirtualTableRows } from '#console/ui/virtual/virtual-table-rows.tsx';
import { TableRow } from './table-row.tsx';

const ROW_HEIGHT = 44;

/** Virtualised body of a long table. Loaded lazily. */
export default function LongBody({
  rows,
  scroll,
  ...row
}: Omit<ComponentProps<typeof TableRow>, 'record' | 'index'> & {
  rows: readonly RaRecord[];
  /** The scroll container of the table. */
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
    <VirtualTableRows list={virtualizer} span={row.columns.length + (row.selection ? 2 : 1)}>
      {(index) => {
        const record = rows[index];
        // The header is row 1.
        return record ? <TableRow {...row} record={record} index={index + 2} /> : null;
      }}
    </VirtualTableRows>
  );
}
