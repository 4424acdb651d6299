import '#i18n/building-plan-texts.ts';
import { useTranslate } from 'react-admin';
import type { EntranceSummary, Layout } from '#resources/rules/buildings/layout.ts';
import type { NumberRange } from '#resources/rules/buildings/numbers.ts';
import classes from './house-preview.module.css';

/** Floors of all entrances that are drawn one by one; a larger house is told in words alone. */
const DRAWN_FLOORS = 400;
/** Runs of numbers that are told of one entrance. */
const RUNS_MOST = 6;

/** «1–36, 41–72»: runs of numbers, the first of them. */
function rangesText(ranges: readonly NumberRange[], most = RUNS_MOST): string {
  const told = ranges.slice(0, most).map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  return ranges.length > most ? `${told.join(', ')}…` : told.join(', ');
}

/** Runs that go on from one entrance to the next are one. */
function joined(ranges: readonly NumberRange[]): NumberRange[] {
  const all: NumberRange[] = [];
  for (const [first, last] of ranges) {
    const before = all.at(-1);
    if (before && before[1] === first - 1) before[1] = last;
    else all.push([first, last]);
  }
  return all;
}

/** A house in a sentence, and its entrances with their floors from the top down. */
export function HousePreview({ layout, entrances }: { layout: Layout; entrances: readonly EntranceSummary[] }) {
  const translate = useTranslate();
  const countText = (name: string, smart_count: number) => translate(`buildingPlan.counts.${name}`, { smart_count });
  const flats = entrances.reduce((sum, entrance) => sum + entrance.flats, 0);
  const otherCount = entrances.reduce((sum, entrance) => sum + entrance.others, 0);
  const ranges = rangesText(joined(entrances.flatMap(({ numbers }) => numbers)));
  const floors = Math.max(0, ...entrances.map((entrance) => entrance.floors));
  const parts = [
    countText('entrances', entrances.length),
    countText('floors', floors),
    flats ? `${countText('flats', flats)}: ${ranges}` : translate('buildingPlan.noFlats'),
    ...(otherCount ? [countText('others', otherCount)] : []),
    ...(layout.risers.length ? [countText('risers', layout.risers.length)] : []),
  ];
  const isDrawn = layout.floors.length <= DRAWN_FLOORS;
  return (
    <div className={classes.preview} aria-live="polite">
      <p className={classes.sentence}>{parts.join(', ')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul className={classes.house} aria-label={translate('buildingPlan.house')} tabIndex={0}>
        {entrances.map((entrance) => (
          <li key={entrance.entrance} className={classes.entrance}>
            <h3>{translate('buildingPlan.entrance', { number: entrance.entrance })}</h3>
            <p className={classes.range}>
              {rangesText(entrance.numbers) || translate('buildingPlan.noFlats')}
              {entrance.others ? `, ${countText('others', entrance.others)}` : ''}
            </p>
            {isDrawn ? <Floors layout={layout} entrance={entrance.entrance} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Floors of an entrance from the top down, with their units. */
function Floors({ layout, entrance }: { layout: Layout; entrance: number }) {
  const floors = layout.floors.filter((floor) => floor.entrance === entrance).map(({ number }) => number);
  const onFloor = new Map<number, string[]>(floors.map((number) => [number, []]));
  for (const unit of layout.units) if (unit.entrance === entrance) onFloor.get(unit.floor)?.push(unit.label);
  return (
    <ol className={classes.floors} aria-hidden>
      {floors
        .sort((a, b) => b - a)
        .map((number) => (
          <li key={number}>
            <b>{number}</b>
            <span>{(onFloor.get(number) ?? []).join(' ') || '–'}</span>
          </li>
        ))}
    </ol>
  );
}
