import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { PX } from '#resources/limits.ts';
import { Card } from './card.tsx';
import classes from './cards.module.css';
import { FastScrollingContext, scrollSpeed } from './fast-scrolling.ts';

const GAP = { row: 20, column: 16 } as const;
/** Lines kept ready above and below those in view. */
const OVERSCAN = 2;

/** How many cards stand side by side in a width, in CSS pixels. */
function cardsAcross(width: number): number {
  return Math.max(1, Math.floor((width + GAP.column) / (PX.camera.width + GAP.column)));
}

/** Milliseconds of stillness before the rows that a scroll has left behind are taken out. */
const STILL = 1000;

interface CardsProps {
  resource: Resource;
  rows: readonly RaRecord[];
  /** Which line of the grid, and how many cards it has. */
  line: number;
  across: number;
}

/** The cards of one line; drawn again only when they are others, not with every step of a scroll. */
const Cards = memo(function Cards({ resource, rows, line, across }: CardsProps) {
  return (
    <ul className={classes.across}>
      {rows.slice(line * across, (line + 1) * across).map((record) => (
        <Card key={record.id} resource={resource} record={record} />
      ))}
    </ul>
  );
});

/**
 * A line: what comes in a fast scroll is drawn in full once that is slower, and what is there in full stays so.
 * @param fast whether the list is scrolled too fast to be read
 */
const Line = memo(function Line({ fast, ...cards }: CardsProps & { fast: boolean }) {
  const [isFastScrolling, setFastScrolling] = useState(fast);
  useEffect(() => {
    if (!fast) startTransition(() => setFastScrolling(false));
  }, [fast]);
  return (
    <FastScrollingContext value={isFastScrolling}>
      <Cards {...cards} />
    </FastScrollingContext>
  );
});

/**
 * A grid of very many cards: only the lines in view, and a few around them, are in the page. Those that were in view before a
 * scroll began stay until it is over: what runs in a card, a stream in a frame, is dear to take down. Its own chunk.
 */
export default function LongGrid({ resource, rows }: { resource: Resource; rows: readonly RaRecord[] }) {
  const area = useScrollArea();
  const grid = useRef<HTMLUListElement>(null);
  const [across, setAcross] = useState(1);
  const [top, setTop] = useState(0);

  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = () => {
      setAcross(cardsAcross(element.clientWidth));
      setTop(element.offsetTop);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const count = Math.ceil(rows.length / across);
  const [keptLines, setKeptLines] = useState<readonly number[]>([]);
  const lines = useCallback(
    (range: Range) =>
      [...new Set([...keptLines.filter((line) => line < range.count), ...defaultRangeExtractor(range)])].sort(
        (a, b) => a - b,
      ),
    [keptLines],
  );
  const [speed] = useState(scrollSpeed);
  const [fast, setFast] = useState(false);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => area,
    estimateSize: () => PX.camera.height + 42 + GAP.row,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor: lines,
    onChange: ({ scrollOffset, scrollRect, isScrolling: moves }) =>
      setFast(speed(scrollOffset ?? 0, scrollRect?.height ?? 0, performance.now(), moves)),
  });
  const { isScrolling, range } = virtualizer;
  const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? -1];
  useEffect(() => {
    if (isScrolling) return;
    const inView = { startIndex: first, endIndex: last, overscan: OVERSCAN, count };
    const timer = setTimeout(() => setKeptLines(defaultRangeExtractor(inView)), STILL);
    return () => clearTimeout(timer);
  }, [isScrolling, first, last, count]);
  return (
    <ul className={classes.endless} ref={grid} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => (
        <li
          key={item.key}
          ref={virtualizer.measureElement}
          data-index={item.index}
          className={classes.line}
          style={{ transform: `translateY(${item.start - top}px)` }}
        >
          <Line resource={resource} rows={rows} line={item.index} across={across} fast={fast} />
        </li>
      ))}
    </ul>
  );
}
