import '#console/ui/print.css';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import classes from './print-missing.module.css';

/** Labels of flats by building, in the given order. */
function byBuilding(flats: readonly Flat[]): Map<string, string[]> {
  const buildings = new Map<string, string[]>();
  for (const { unit } of flats) {
    const building = buildingLabel(unit.building);
    buildings.set(building, [...(buildings.get(building) ?? []), unit.label]);
  }
  return buildings;
}

/** Printable list of the flats without readings; opens the print dialog when mounted. */
export function PrintMissing({ title, flats, onDone }: { title: string; flats: readonly Flat[]; onDone: () => void }) {
  useEffect(() => {
    globalThis.addEventListener('afterprint', onDone, { once: true });
    globalThis.print();
    return () => globalThis.removeEventListener('afterprint', onDone);
  }, [onDone]);
  return createPortal(
    <div className={classes.sheet} data-print data-print-only>
      <h1>{title}</h1>
      {[...byBuilding(flats)].map(([building, labels]) => (
        <section key={building}>
          <h2>
            {building} ({labels.length})
          </h2>
          <p>{labels.join(', ')}</p>
        </section>
      ))}
    </div>,
    document.body,
  );
}
