import { useForkRef } from '@mui/material/utils';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import classes from './virtual-list.module.css';

/** Area above and below the viewport in which rows are rendered too, px. */
const OVERSCAN_PX = 400;

/** Number of rows of this height to render outside of the viewport. */
export const overscanRows = (height: number): number => Math.ceil(OVERSCAN_PX / height);

/**
 * The rendered rows of a virtualizer, with padding in place of the others. Each row gets its last measured height as `--row`, for
 * rows that are empty while they load.
 */
export function VirtualRows({
  list,
  className = '',
  children,
}: {
  list: Virtualizer<HTMLDivElement, Element>;
  /** Class of each row. */
  className?: string;
  children: (index: number) => ReactNode;
}) {
  const items = list.getVirtualItems();
  const { scrollMargin } = list.options;
  const paddingTop = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const paddingBottom = list.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin);
  return (
    <div style={{ paddingTop, paddingBottom }}>
      {items.map(({ key, index, size }) => (
        <div
          key={String(key)}
          ref={list.measureElement}
          data-index={index}
          className={`${classes.row} ${className}`}
          style={{ '--row': `${size}px` } as CSSProperties}
        >
          {children(index)}
        </div>
      ))}
    </div>
  );
}

/**
 * A scrolling list that renders only visible rows and some around them.
 * @param height estimated row height before it is rendered, px
 * @param revealedKey key of a row to scroll to once, as soon as it exists
 * @param onEnd called when the last row is rendered, and again after the rows change
 */
export function VirtualList<Row>({
  rows,
  keyOf,
  height,
  rowClassName = '',
  revealedKey = null,
  onEnd,
  ref,
  className,
  children,
  ...box
}: Omit<ComponentProps<'div'>, 'children'> & {
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
  height: number;
  rowClassName?: string;
  revealedKey?: string | number | null;
  onEnd?: () => void;
  children: (row: Row, index: number) => ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer<HTMLDivElement, Element>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row, index);
    },
    estimateSize: () => height,
    overscan: overscanRows(height),
  });
  const isEnd = list.getVirtualItems().at(-1)?.index === rows.length - 1;
  const onEndRef = useRef(onEnd);
  onEndRef.current = onEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have another end
  useEffect(() => {
    if (isEnd) onEndRef.current?.();
  }, [isEnd, rows.length]);
  const revealedIndex = revealedKey === null ? -1 : rows.findIndex((row, index) => keyOf(row, index) === revealedKey);
  const lastRevealed = useRef<string | number | null>(null);
  useEffect(() => {
    if (revealedIndex < 0 || lastRevealed.current === revealedKey) return;
    lastRevealed.current = revealedKey;
    list.scrollToIndex(revealedIndex, { align: 'center' });
  }, [revealedIndex, revealedKey, list]);
  return (
    <div {...box} ref={useForkRef(scroller, ref)} className={`${classes.box} ${className ?? ''}`}>
      <VirtualRows list={list} className={rowClassName}>
        {(index) => {
          const row = rows[index];
          return row === undefined ? null : children(row, index);
        }}
      </VirtualRows>
    </div>
  );
}
