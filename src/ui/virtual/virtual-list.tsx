import { useForkRef } from '@mui/material/utils';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import classes from './virtual-list.module.css';

/** Pixels above and below what is seen in which rows are drawn, too. */
const AROUND = 400;

/** How many rows of a height are drawn around those that are seen. */
export const rowsAround = (height: number): number => Math.ceil(AROUND / height);

/**
 * The rows of a virtualizer that are in the page, with room for the others. A row has the height it was last measured at as
 * `--row`, for one that is empty for a moment.
 */
export function VirtualRows({
  list,
  className = '',
  children,
}: {
  list: Virtualizer<HTMLDivElement, Element>;
  /** Of each row. */
  className?: string;
  children: (index: number) => ReactNode;
}) {
  const items = list.getVirtualItems();
  const { scrollMargin } = list.options;
  const above = (items[0]?.start ?? scrollMargin) - scrollMargin;
  const below = list.getTotalSize() + scrollMargin - (items.at(-1)?.end ?? scrollMargin);
  return (
    <div style={{ paddingTop: above, paddingBottom: below }}>
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
 * Rows below each other in a box that scrolls; only those that are seen, and some around them, are in the page.
 * @param height what a row is taken to have until it has been drawn, px
 * @param shown key of a row that is brought into view once, as soon as it is there
 * @param onEnd told when the last row is in the page, and once more when there are others
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
    overscan: rowsAround(height),
  });
  const isEnd = list.getVirtualItems().at(-1)?.index === rows.length - 1;
  const tellEnd = useRef(onEnd);
  tellEnd.current = onEnd;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other rows it is another end
  useEffect(() => {
    if (isEnd) tellEnd.current?.();
  }, [isEnd, rows.length]);
  const at = revealedKey === null ? -1 : rows.findIndex((row, index) => keyOf(row, index) === revealedKey);
  const lastRevealed = useRef<string | number | null>(null);
  useEffect(() => {
    if (at < 0 || lastRevealed.current === revealedKey) return;
    lastRevealed.current = revealedKey;
    list.scrollToIndex(at, { align: 'center' });
  }, [at, revealedKey, list]);
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
