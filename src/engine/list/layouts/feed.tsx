import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type RaRecord, RecordContextProvider, useListContext, useTranslate } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { PX } from '#resources/limits.ts';
import { RecordCard } from '../../record-card.tsx';
import { useResource } from '../../resource-context.tsx';
import { useSlot } from '../../slots.tsx';
import { RowColourContext, useRowsContext } from '../list-context.tsx';
import type { InfinitePages } from '../rows.ts';
import classes from './feed.module.css';
import { NewRecordsOffer, useShowFromStart } from './new-records-offer.tsx';

/** Scroll position of a list when it was left. */
interface ScrollPosition {
  /** Scroll offset, CSS pixels. */
  offset: number;
  /** Measured heights of the records. */
  measurements: VirtualItem[];
  /** Query key of the list and the number of its loaded pages. */
  listKey: string;
  pages: number;
}

/** Number of history entries whose position is remembered; lists of older ones start at the top. */
const MAX_POSITIONS = 20;

const positions = new Map<string, ScrollPosition>();

/** Stores the position of a history entry. */
function storePosition(key: string, position: ScrollPosition): void {
  positions.delete(key);
  positions.set(key, position);
  for (const oldest of [...positions.keys()].slice(0, -MAX_POSITIONS)) positions.delete(oldest);
}

/** The position of a history entry; undefined if there is none, or if fewer pages are loaded now than then. */
function findPosition(
  key: string,
  { listKey, pages }: Pick<ScrollPosition, 'listKey' | 'pages'>,
): ScrollPosition | undefined {
  const position = positions.get(key);
  return position?.listKey === listKey && position.pages <= pages ? position : undefined;
}

/**
 * Calls back when the link to the current page is clicked again, e.g. in the menu: the person wants the beginning. Not called on
 * navigating back or to another URL.
 */
function useCurrentLinkPressed(onPressed: () => void): void {
  const { key, pathname, search } = useLocation();
  const isReturning = useNavigationType() === 'POP';
  const url = `${pathname}${search}`;
  const last = useRef({ key, url });
  const callbackRef = useRef(onPressed);
  callbackRef.current = onPressed;
  useEffect(() => {
    const previous = last.current;
    last.current = { key, url };
    if (previous.key !== key && previous.url === url && !isReturning) callbackRef.current();
  }, [key, url, isReturning]);
}

/** Estimated height of a record with its gap until it is measured, CSS pixels. */
const ESTIMATED_HEIGHT = 216;

/** A virtualised infinite list; the next page loads within 20 px of the end, and navigating back restores the scroll position. */
export function FeedLayout() {
  const resource = useResource();
  const { data: rows = [], isFetching = false } = useListContext<RaRecord>();
  const { endless } = useRowsContext();
  const translate = useTranslate();
  const Slot = useSlot(resource.list.card);
  const findColour = useContext(RowColourContext);
  const area = useScrollArea();
  const feed = useRef<HTMLUListElement>(null);
  const top = useTop(feed, area);
  const { key } = useLocation();
  const isReturning = useNavigationType() === 'POP';
  const listPosition = { listKey: endless?.listKey ?? '', pages: endless?.pageCount ?? 1 };
  const [initialPosition] = useState(() => (isReturning ? findPosition(key, listPosition) : undefined));
  useCurrentLinkPressed(useShowFromStart());
  useListChanged(listPosition.listKey, () => area?.scrollTo({ top: 0 }));

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => area,
    getItemKey: (index) => rows[index]?.id ?? index,
    estimateSize: () => ESTIMATED_HEIGHT,
    overscan: 4,
    scrollMargin: top,
    ...(initialPosition
      ? { initialOffset: initialPosition.offset, initialMeasurementsCache: initialPosition.measurements }
      : {}),
  });
  const latest = useRef({ virtualizer, listPosition });
  latest.current = { virtualizer, listPosition };
  useEffect(
    () => () => {
      const { virtualizer, listPosition } = latest.current;
      const { scrollOffset, measurementsCache } = virtualizer;
      storePosition(key, { offset: scrollOffset ?? 0, measurements: measurementsCache, ...listPosition });
    },
    [key],
  );
  const end = useNearEnd(area, endless, isFetching);

  const message = endless && endMessage(endless, isFetching);

  return (
    <div className={classes.feed}>
      <NewRecordsOffer />
      <ul
        ref={feed}
        className={classes.list}
        aria-busy={isFetching}
        style={{ height: Math.max(0, virtualizer.getTotalSize()) }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const record = rows[item.index];
          const colour = record && findColour?.(record);
          return record ? (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={classes.item}
              aria-posinset={item.index + 1}
              aria-setsize={endless?.hasNextPage ? -1 : rows.length}
              style={{ transform: `translateY(${item.start - top}px)` }}
              {...colour?.props}
            >
              {colour?.mark}
              <RecordContextProvider value={record}>{Slot ? <Slot /> : <RecordCard />}</RecordContextProvider>
            </li>
          ) : null;
        })}
      </ul>
      <div className={classes.end}>
        <span role="status">{message ? translate(message) : null}</span>
        {endless?.isNextPageFailed && !isFetching ? (
          <ActionButton size="sm" onClick={() => void endless.fetchNextPage()}>
            {translate('engine.list.again')}
          </ActionButton>
        ) : null}
      </div>
      <div ref={end} className={classes.edge} />
    </div>
  );
}

/** Distance of the list from the top of the scroll area, CSS pixels; content above it may load later. */
function useTop(list: { current: HTMLElement | null }, area: HTMLElement | null): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !area) return;
    const measure = () =>
      setTop(Math.round(element.getBoundingClientRect().top - area.getBoundingClientRect().top + area.scrollTop));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    if (area.firstElementChild) observer.observe(area.firstElementChild);
    return () => observer.disconnect();
  }, [area, list]);
  return top;
}

/** Text key of the message at the end of the list; null for none. */
function endMessage({ isFetchingNextPage, isNextPageFailed }: InfinitePages, isFetching: boolean): string | null {
  if (isFetchingNextPage) return 'engine.list.loadingMore';
  return isNextPageFailed && !isFetching ? 'engine.list.moreFailed' : null;
}

/** Calls back when filters or buildings select another list, but not on navigating back to one. */
function useListChanged(listKey: string, onChange: () => void): void {
  const { key } = useLocation();
  const isReturning = useNavigationType() === 'POP';
  const last = useRef({ listKey, key });
  const callbackRef = useRef(onChange);
  callbackRef.current = onChange;
  useLayoutEffect(() => {
    const previous = last.current;
    last.current = { listKey, key };
    if (previous.listKey !== listKey && !(isReturning && previous.key !== key)) callbackRef.current();
  }, [listKey, key, isReturning]);
}

/**
 * Loads the next page of an infinite list when the marker at its end comes into view or nearly so. After a failure the page is
 * requested again only once the end has left the view.
 * @param area scroll container
 * @param endless null for a list without further pages
 * @returns ref of the marker
 */
export function useNearEnd(
  area: HTMLElement | null,
  endless: InfinitePages | null,
  isFetching: boolean,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const canLoadMore = endless?.hasNextPage === true && !isFetching;
  const hasFailed = endless?.isNextPageFailed === true;
  const pages = endless?.pageCount;
  const loadRef = useRef(endless?.fetchNextPage);
  loadRef.current = endless?.fetchNextPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a page so short that the end stays in view, the next one is loaded
  useEffect(() => {
    const element = end.current;
    if (!element || !area || !canLoadMore) return;
    let hasLeftView = !hasFailed;
    const onIntersect: IntersectionObserverCallback = (entries) => {
      const isInView = entries.at(-1)?.isIntersecting;
      if (!isInView) hasLeftView = true;
      else if (hasLeftView) void loadRef.current?.();
    };
    const observer = new IntersectionObserver(onIntersect, { root: area, rootMargin: `0px 0px ${PX.newsEdge}px 0px` });
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, canLoadMore, hasFailed, pages]);
  return end;
}
