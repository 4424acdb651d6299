import { useTranslate } from 'react-admin';
import shared from '#console/ui/data-table.module.css';
import { Plate } from '#console/ui/plate.tsx';
import type { FoundBuilding } from '#resources/protocol/search-answers.ts';
import classes from './found-table.module.css';
import { UnitRow } from './unit-row.tsx';

const COLUMNS = ['unit', 'porch', 'floor', 'pipe', 'residents'] as const;
/** Columns a phone has no room for; what they say stands below the first there. */
const WIDE: ReadonlySet<string> = new Set(['porch', 'floor', 'pipe']);

const SCROLL = `${shared.scroll} ${classes.scroll}`;

/** What was found: buildings with their units (B§2.3, RES-11). */
export function FoundTable({
  buildings,
  chosen,
  busy,
  onChoose,
}: {
  buildings: readonly FoundBuilding[];
  /** Id of the unit whose card is open. */
  chosen: number | null;
  busy: boolean;
  onChoose: (unit: number) => void;
}) {
  const translate = useTranslate();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={SCROLL} aria-label={translate('residents.results.label')} aria-busy={busy} tabIndex={0}>
      <table className={shared.table}>
        <thead className={classes.head}>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className={WIDE.has(name) ? classes.wideOnly : undefined}>
                {translate(`residents.results.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        {buildings.map(({ id, street, number, complex, units_count, units }) => (
          <tbody key={id}>
            <tr className={classes.group}>
              <th colSpan={COLUMNS.length} scope="rowgroup">
                <span className={classes.house}>
                  <Plate number={number} solid />
                  <span>{street}</span>
                  {complex ? <span className={classes.complex}>{complex}</span> : null}
                  <span className={classes.count}>
                    {translate('residents.search.units', { smart_count: units_count ?? units.length })}
                  </span>
                </span>
              </th>
            </tr>
            {units.map((unit) => (
              <UnitRow key={unit.id} unit={unit} chosen={unit.id === chosen} onChoose={() => onChoose(unit.id)} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
