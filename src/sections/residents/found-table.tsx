import '#i18n/resident-search-texts.ts';
import { useTranslate } from 'react-admin';
import { shownColumns, useColumnChoice } from '#console/engine/list/column-choice/column-choice.ts';
import { useResource } from '#console/engine/resource-context.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import shared from '#console/ui/navigation/data-table.module.css';
import { useRestoredScroll } from '#console/ui/navigation/restored-scroll.ts';
import { typeset } from '#i18n/typeset.ts';
import type { FoundBuilding } from '#resources/protocol/search/search-answers.ts';
import classes from './found-table.module.css';
import { UnitRow } from './unit-row.tsx';

/** Columns of a unit; the first is always shown. */
export const FOUND_COLUMNS = (['unit', 'porch', 'floor', 'pipe', 'residents'] as const).map((name) => ({ name }));
export type FoundColumn = (typeof FOUND_COLUMNS)[number]['name'];
/** Columns hidden on a phone, where their text is shown below the first column. */
const HIDDEN_ON_PHONE: ReadonlySet<string> = new Set(['porch', 'floor', 'pipe']);

const SCROLL = `${shared.scroll} ${classes.scroll}`;

/** The results: buildings with their units (RES-11). */
export function FoundTable({
  buildings,
  chosenUnit,
  busy,
  onChoose,
}: {
  buildings: readonly FoundBuilding[];
  /** Id of the unit with an open card. */
  chosenUnit: number | null;
  busy: boolean;
  onChoose: (unit: number) => void;
}) {
  const translate = useTranslate();
  const scrollRef = useRestoredScroll('found');
  const [choice] = useColumnChoice(useResource().name);
  const columns = shownColumns(FOUND_COLUMNS, choice).map(({ name }) => name);
  return (
    <section
      ref={scrollRef}
      className={SCROLL}
      aria-label={translate('residents.results.label')}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable section must be reachable by keyboard
      tabIndex={0}
    >
      <table className={shared.table}>
        <thead className={classes.head}>
          <tr>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                data-column={name}
                className={HIDDEN_ON_PHONE.has(name) ? classes.wideOnly : undefined}
              >
                {translate(`residents.results.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        {buildings.map(({ id, street, number, complex, units_count, units }) => (
          <tbody key={id}>
            <tr className={classes.group}>
              <th colSpan={columns.length} scope="rowgroup">
                <span className={classes.address}>
                  <Plate number={number} solid />
                  <span title={street}>{typeset(street)}</span>
                  {complex ? <span className={classes.complex}>{complex}</span> : null}
                  <span className={classes.count}>
                    {translate('residents.search.units', { smart_count: units_count ?? units.length })}
                  </span>
                </span>
              </th>
            </tr>
            {units.map((unit) => (
              <UnitRow
                key={unit.id}
                unit={unit}
                columns={columns}
                isChosen={unit.id === chosenUnit}
                onChoose={() => onChoose(unit.id)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
