import '#console/ui/print.css';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { buildingLabel } from '#console/data/building-list.ts';
import type { MeterItem } from '#resources/protocol/readings.ts';
import classes from './print-missing.module.css';

/** Flats by house, in the order they come in. */
function byHouse(flats: readonly MeterItem[]): Map<string, string[]> {
  const houses = new Map<string, string[]>();
  for (const { unit } of flats) {
    const house = buildingLabel(unit.building);
    houses.set(house, [...(houses.get(house) ?? []), unit.label]);
  }
  return houses;
}

/** A list on paper of the flats that gave nothing: prints itself once it is there. */
export function PrintMissing({
  title,
  flats,
  onDone,
}: {
  title: string;
  flats: readonly MeterItem[];
  onDone: () => void;
}) {
  useEffect(() => {
    globalThis.addEventListener('afterprint', onDone, { once: true });
    globalThis.print();
    return () => globalThis.removeEventListener('afterprint', onDone);
  }, [onDone]);
  return createPortal(
    <div className={classes.sheet} data-print data-print-only>
      <h1>{title}</h1>
      {[...byHouse(flats)].map(([house, labels]) => (
        <section key={house}>
          <h2>
            {house} ({labels.length})
          </h2>
          <p>{labels.join(', ')}</p>
        </section>
      ))}
    </div>,
    document.body,
  );
}
