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
import type { EndlessPages } from '../rows.ts';
import classes from './feed.module.css';
import { NewRecordsOffer, useToBeginning } from './new-records-offer.tsx';

/** Where a list stood when it was left. */
interface ScrollPlace {
  /** Pixels from the top of what scrolls. */
  offset: number;
  /** Heights of the records as they were drawn. */
  measurements: VirtualItem[];
  /** Which list it was, and how many pages of it there were. */
  listKey: string;
  pages: number;
}

/** How many visits have their place remembered; older ones begin at the top. */
const REMEMBERED = 20;

const places = new Map<string, ScrollPlace>();

/** Remembers where the visit of a key stood. */
function keepPlace(key: string, place: ScrollPlace): void {
  places.delete(key);
  places.set(key, place);
  for (const oldest of [...places.keys()].slice(0, -REMEMBERED)) places.delete(oldest);
}

/** Where the visit of a key stood; undefined for one that was not left yet, and where less is there than there was then. */
function storedPlace(key: string, { listKey, pages }: Pick<ScrollPlace, 'listKey' | 'pages'>): ScrollPlace | undefined {
  const place = places.get(key);
  return place?.listKey === listKey && place.pages <= pages ? place : undefined;
}

/**
 * Calls back when the link to the page that is open already is pressed, as the section's own in the menu: the person wants
 * its beginning. Silent on coming back and where the address changes.
 */
function useSameLinkPressed(onPressed: () => void): void {
  const { key, pathname, search } = useLocation();
  const returning = useNavigationType() === 'POP';
  const address = `${pathname}${search}`;
  const last = useRef({ key, address });
  const say = useRef(onPressed);
  say.current = onPressed;
  useEffect(() => {
    const before = last.current;
    last.current = { key, address };
    if (before.key !== key && before.address === address && !returning) say.current();
  }, [key, address, returning]);
}

/** Height a record is taken to have until it has been drawn, its gap with it. */
const GUESS = 216;

/**
 * Records one below the other; the next ones come when one scrolls within 20 px of the end. Only those in view are
 * in the page; going back to it finds it where it was left.
 */
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
  const returning = useNavigationType() === 'POP';
  const listPlace = { listKey: endless?.listKey ?? '', pages: endless?.pageCount ?? 1 };
  const [placeBefore] = useState(() => (returning ? storedPlace(key, listPlace) : undefined));
  useSameLinkPressed(useToBeginning());
  useOtherChoice(listPlace.listKey, () => area?.scrollTo({ top: 0 }));

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => area,
    getItemKey: (index) => rows[index]?.id ?? index,
    estimateSize: () => GUESS,
    overscan: 4,
    scrollMargin: top,
    ...(placeBefore ? { initialOffset: placeBefore.offset, initialMeasurementsCache: placeBefore.measurements } : {}),
  });
  const latest = useRef({ virtualizer, listPlace });
  latest.current = { virtualizer, listPlace };
  useEffect(
    () => () => {
      const { virtualizer, listPlace } = latest.current;
      const { scrollOffset, measurementsCache } = virtualizer;
      keepPlace(key, { offset: scrollOffset ?? 0, measurements: measurementsCache, ...listPlace });
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

/** Pixels between the top of what scrolls and the list; what stands above it may come later. */
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

/** The message at the present end of the list; none: no message. */
function endMessage({ isFetchingNextPage, isNextPageFailed }: EndlessPages, isFetching: boolean): string | null {
  if (isFetchingNextPage) return 'engine.list.loadingMore';
  return isNextPageFailed && !isFetching ? 'engine.list.moreFailed' : null;
}

/** Says when another list is chosen, by other filters or buildings; silent on coming back to one. */
function useOtherChoice(listKey: string, onChange: () => void): void {
  const { key } = useLocation();
  const returning = useNavigationType() === 'POP';
  const last = useRef({ listKey, key });
  const say = useRef(onChange);
  say.current = onChange;
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { listKey, key };
    if (before.listKey !== listKey && !(returning && before.key !== key)) say.current();
  }, [listKey, key, returning]);
}

/**
 * Has the next page of an endless list loaded when the mark at its end is in sight, or nearly. One that did not come
 * is not asked for again by itself: only when the end is left and reached anew.
 * @param area what scrolls
 * @param endless null for a list that has no further pages
 * @returns for the mark
 */
export function useNearEnd(
  area: HTMLElement | null,
  endless: EndlessPages | null,
  isFetching: boolean,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const canLoadMore = endless?.hasNextPage === true && !isFetching;
  const failed = endless?.isNextPageFailed === true;
  const pages = endless?.pageCount;
  const load = useRef(endless?.fetchNextPage);
  load.current = endless?.fetchNextPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page so short that the end stays in sight has the next one loaded
  useEffect(() => {
    const element = end.current;
    if (!element || !area || !canLoadMore) return;
    let hasLeftView = !failed;
    const see: IntersectionObserverCallback = (entries) => {
      const isInView = entries.at(-1)?.isIntersecting;
      if (!isInView) hasLeftView = true;
      else if (hasLeftView) void load.current?.();
    };
    const observer = new IntersectionObserver(see, { root: area, rootMargin: `0px 0px ${PX.newsEdge}px 0px` });
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, canLoadMore, failed, pages]);
  return end;
}
