import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useScrollArea } from '#console/shell/scroll-area.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { PX } from '#resources/limits.ts';
import { Card } from './card.tsx';
import classes from './cards.module.css';

const GAP = { row: 20, column: 16 } as const;

/** How many cards stand side by side in a width, in CSS pixels. */
export function cardsAcross(width: number): number {
  return Math.max(1, Math.floor((width + GAP.column) / (PX.camera.width + GAP.column)));
}

/** A grid of very many cards: only the rows in view, and a few around them, are in the page. Its own chunk. */
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

  const virtualizer = useVirtualizer({
    count: Math.ceil(rows.length / across),
    getScrollElement: () => area,
    estimateSize: () => PX.camera.height + 42 + GAP.row,
    overscan: 2,
    scrollMargin: top,
  });
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
          <ul className={classes.across}>
            {rows.slice(item.index * across, (item.index + 1) * across).map((record) => (
              <Card key={record.id} resource={resource} record={record} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
