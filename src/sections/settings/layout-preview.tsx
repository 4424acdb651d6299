import '#i18n/building-plan-texts.ts';
import { useTranslate } from 'react-admin';
import type { EntranceSummary, Layout } from '#resources/rules/buildings/layout.ts';
import type { NumberRange } from '#resources/rules/buildings/numbers.ts';
import classes from './layout-preview.module.css';

/** Maximum number of floors, over all entrances, that are drawn; a larger building is described in text only. */
const MAX_DRAWN_FLOORS = 400;
/** Maximum number of ranges of flat numbers shown at once. */
const MAX_RANGES = 6;

/** Formats ranges of flat numbers, «1–36, 41–72», and cuts them after `max`. */
function rangesText(ranges: readonly NumberRange[], max = MAX_RANGES): string {
  const texts = ranges.slice(0, max).map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  return ranges.length > max ? `${texts.join(', ')}…` : texts.join(', ');
}

/** Merges ranges that continue from one entrance to the next. */
function mergeRanges(ranges: readonly NumberRange[]): NumberRange[] {
  const merged: NumberRange[] = [];
  for (const [first, last] of ranges) {
    const previous = merged.at(-1);
    if (previous && previous[1] === first - 1) previous[1] = last;
    else merged.push([first, last]);
  }
  return merged;
}

/** A building in one sentence, and its entrances with their floors from the top down. */
export function LayoutPreview({ layout, entrances }: { layout: Layout; entrances: readonly EntranceSummary[] }) {
  const translate = useTranslate();
  const countText = (name: string, smart_count: number) => translate(`buildingPlan.counts.${name}`, { smart_count });
  const flats = entrances.reduce((sum, entrance) => sum + entrance.flats, 0);
  const otherCount = entrances.reduce((sum, entrance) => sum + entrance.others, 0);
  const ranges = rangesText(mergeRanges(entrances.flatMap(({ numbers }) => numbers)));
  const floors = Math.max(0, ...entrances.map((entrance) => entrance.floors));
  const countTexts = [
    countText('entrances', entrances.length),
    countText('floors', floors),
    flats ? `${countText('flats', flats)}: ${ranges}` : translate('buildingPlan.noFlats'),
    ...(otherCount ? [countText('others', otherCount)] : []),
    ...(layout.risers.length ? [countText('risers', layout.risers.length)] : []),
  ];
  const isDrawn = layout.floors.length <= MAX_DRAWN_FLOORS;
  return (
    <div className={classes.preview} aria-live="polite">
      <p className={classes.sentence}>{countTexts.join(', ')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard */}
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
  const labelsByFloor = new Map<number, string[]>(floors.map((number) => [number, []]));
  for (const unit of layout.units) if (unit.entrance === entrance) labelsByFloor.get(unit.floor)?.push(unit.label);
  return (
    <ol className={classes.floors} aria-hidden>
      {floors
        .sort((a, b) => b - a)
        .map((number) => (
          <li key={number}>
            <b>{number}</b>
            <span>{(labelsByFloor.get(number) ?? []).join(' ') || '–'}</span>
          </li>
        ))}
    </ol>
  );
}
