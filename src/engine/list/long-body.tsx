import { useVirtualizer } from '@tanstack/react-virtual';
import type { ComponentProps, RefObject } from 'react';
import type { RaRecord } from 'react-admin';
import classes from './table.module.css';
import { TableRow } from './table-row.tsx';

const ROW_HEIGHT = 44;

/** The body of a very long table: only the rows in view are in the page. Its own chunk. */
export default function LongBody({
  rows,
  scroll,
  ...row
}: Omit<ComponentProps<typeof TableRow>, 'record' | 'index'> & {
  rows: readonly RaRecord[];
  /** What scrolls the table. */
  scroll: RefObject<HTMLElement | null>;
}) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const span = row.columns.length + 1;
  return (
    <tbody>
      <Gap height={items[0]?.start ?? 0} span={span} />
      {items.map(({ index }) => {
        const record = rows[index];
        // The head is row 1.
        return record ? <TableRow key={record.id} {...row} record={record} index={index + 2} /> : null;
      })}
      <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} span={span} />
    </tbody>
  );
}

/** The height of rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td className={classes.gap} style={{ height }} colSpan={span} />
    </tr>
  );
}
