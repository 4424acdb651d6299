import { useEffect, useRef } from 'react';
import { RecordContextProvider, useTranslate } from 'react-admin';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import { PX } from '#resources/limits.ts';
import { RecordCard } from '../record-card.tsx';
import { useSlot } from '../slots.tsx';
import classes from './feed.module.css';
import type { LayoutProps } from './layouts.ts';

/** Records one below the other; the next ones come when one scrolls within 20 px of the end (A§9). */
export function FeedLayout({ resource, list }: LayoutProps) {
  const translate = useTranslate();
  const Slot = useSlot(resource.list.card);
  const area = useScrollArea();
  const end = useRef<HTMLDivElement>(null);
  const { more } = list;
  const wanted = more?.has === true && !more.loading;
  const load = useRef(more?.load);
  load.current = more?.load;

  useEffect(() => {
    const element = end.current;
    if (!element || !wanted) return;
    const options = { root: area, rootMargin: `0px 0px ${PX.newsEdge}px 0px` };
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && load.current?.(), options);
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, wanted]);

  return (
    <div className={classes.feed}>
      <ul aria-busy={list.isFetching}>
        {(list.rows ?? []).map((record) => (
          <li key={record.id} className={classes.item}>
            <RecordContextProvider value={record}>{Slot ? <Slot /> : <RecordCard />}</RecordContextProvider>
          </li>
        ))}
      </ul>
      <div ref={end} role="status" className={classes.end}>
        {more?.loading ? translate('engine.list.loadingMore') : null}
      </div>
    </div>
  );
}
