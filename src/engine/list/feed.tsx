import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RecordContextProvider, useTranslate } from 'react-admin';
import { useLocation, useNavigationType } from 'react-router';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { PX } from '#resources/limits.ts';
import { RecordCard } from '../record-card.tsx';
import { useSlot } from '../slots.tsx';
import { useComingAgain } from './coming-again.ts';
import classes from './feed.module.css';
import { useFreshRecords } from './fresh-records.ts';
import type { LayoutProps } from './layouts.ts';
import { keepPlace, placeOf } from './scroll-place.ts';

/** Height a record is taken to have until it has been drawn, its gap with it. */
const GUESS = 216;

/**
 * Records one below the other; the next ones come when one scrolls within 20 px of the end (A§9). Only those in view are
 * in the page; going back to it finds it where it was left.
 */
export function FeedLayout({ resource, list }: LayoutProps) {
  const translate = useTranslate();
  const Slot = useSlot(resource.list.card);
  const area = useScrollArea();
  const rows = list.rows ?? [];
  const feed = useRef<HTMLUListElement>(null);
  const top = useTop(feed, area);
  const { key } = useLocation();
  const returning = useNavigationType() === 'POP';
  const [kept] = useState(() => (returning ? placeOf(key) : undefined));
  const [fresh, taken] = useFreshRecords(resource);
  const { more, refetch } = list;
  const toBeginning = () => {
    taken();
    area?.scrollTo({ top: 0 });
    if (more) more.restart();
    else refetch();
  };
  useComingAgain(toBeginning);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => area,
    getItemKey: (index) => rows[index]?.id ?? index,
    estimateSize: () => GUESS,
    overscan: 4,
    scrollMargin: top,
    ...(kept ? { initialOffset: kept.offset, initialMeasurementsCache: kept.measurements } : {}),
  });
  const left = useRef(virtualizer);
  left.current = virtualizer;
  useEffect(
    () => () => {
      const { scrollOffset, measurementsCache } = left.current;
      keepPlace(key, { offset: scrollOffset ?? 0, measurements: measurementsCache });
    },
    [key],
  );
  const end = useNearEnd(area, list.more);

  return (
    <div className={classes.feed}>
      {fresh ? (
        <div className={classes.fresh}>
          <ActionButton size="sm" variant="primary" onClick={toBeginning}>
            {translate('engine.list.showNew', { plural: resource.words.plural })}
          </ActionButton>
        </div>
      ) : null}
      <ul
        ref={feed}
        className={classes.list}
        aria-busy={list.isFetching}
        style={{ height: Math.max(0, virtualizer.getTotalSize()) }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const record = rows[item.index];
          return record ? (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={classes.item}
              aria-posinset={item.index + 1}
              aria-setsize={list.more?.has ? -1 : rows.length}
              style={{ transform: `translateY(${item.start - top}px)` }}
            >
              <RecordContextProvider value={record}>{Slot ? <Slot /> : <RecordCard />}</RecordContextProvider>
            </li>
          ) : null;
        })}
      </ul>
      <div ref={end} role="status" className={classes.end}>
        {list.more?.loading ? translate('engine.list.loadingMore') : null}
      </div>
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

/** Marks the end of the list: in sight, or nearly, it has the next page loaded. */
function useNearEnd(area: HTMLElement | null, more: LayoutProps['list']['more']) {
  const end = useRef<HTMLDivElement>(null);
  const wanted = more?.has === true && !more.loading;
  const load = useRef(more?.load);
  load.current = more?.load;
  useEffect(() => {
    const element = end.current;
    if (!element || !area || !wanted) return;
    const options = { root: area, rootMargin: `0px 0px ${PX.newsEdge}px 0px` };
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && load.current?.(), options);
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, wanted]);
  return end;
}
