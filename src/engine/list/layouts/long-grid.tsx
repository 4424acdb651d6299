import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { PX } from '#resources/limits.ts';
import { Card } from './card.tsx';
import classes from './cards.module.css';
import { createFastScrollDetector, FastScrollingContext } from './fast-scrolling.ts';

const GAP = { row: 20, column: 16 } as const;
/** Lines rendered above and below those in view. */
const OVERSCAN = 2;

/** Number of cards that fit side by side into a width in CSS pixels. */
function columnCount(width: number): number {
  return Math.max(1, Math.floor((width + GAP.column) / (PX.camera.width + GAP.column)));
}

/** Time without scrolling after which lines outside the view are removed, ms. */
const IDLE_MS = 1000;

interface CardsProps {
  resource: Resource;
  rows: readonly RaRecord[];
  /** Index of the line in the grid, and number of cards per line. */
  line: number;
  across: number;
}

/** The cards of one line; memoised, so that scrolling does not re-render them. */
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
 * A line of cards: during a fast scroll it renders in its light form until scrolling slows down, and then stays in full.
 * @param isFast whether the list is scrolled too fast to be read
 */
const GridLine = memo(function GridLine({ isFast, ...cards }: CardsProps & { isFast: boolean }) {
  const [isFastScrolling, setIsFastScrolling] = useState(isFast);
  useEffect(() => {
    if (!isFast) startTransition(() => setIsFastScrolling(false));
  }, [isFast]);
  return (
    <FastScrollingContext value={isFastScrolling}>
      <Cards {...cards} />
    </FastScrollingContext>
  );
});

/**
 * Virtualised grid of cards. Lines in view before a scroll stay mounted until it ends, because unmounting a card's content, e.g.
 * a video stream, is expensive. Loaded lazily.
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
      setAcross(columnCount(element.clientWidth));
      setTop(element.offsetTop);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const count = Math.ceil(rows.length / across);
  const [retainedLines, setRetainedLines] = useState<readonly number[]>([]);
  const extractLines = useCallback(
    (range: Range) =>
      [...new Set([...retainedLines.filter((line) => line < range.count), ...defaultRangeExtractor(range)])].sort(
        (a, b) => a - b,
      ),
    [retainedLines],
  );
  const [detectFastScroll] = useState(createFastScrollDetector);
  const [isFast, setIsFast] = useState(false);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => area,
    estimateSize: () => PX.camera.height + 42 + GAP.row,
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor: extractLines,
    onChange: ({ scrollOffset, scrollRect, isScrolling: isScrollingNow }) =>
      setIsFast(detectFastScroll(scrollOffset ?? 0, scrollRect?.height ?? 0, performance.now(), isScrollingNow)),
  });
  const { isScrolling, range } = virtualizer;
  const [first, last] = [range?.startIndex ?? 0, range?.endIndex ?? -1];
  useEffect(() => {
    if (isScrolling) return;
    const inView = { startIndex: first, endIndex: last, overscan: OVERSCAN, count };
    const timer = setTimeout(() => setRetainedLines(defaultRangeExtractor(inView)), IDLE_MS);
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
          <GridLine resource={resource} rows={rows} line={item.index} across={across} isFast={isFast} />
        </li>
      ))}
    </ul>
  );
}
