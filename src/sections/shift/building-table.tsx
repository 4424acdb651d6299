import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import table from '#console/ui/navigation/data-table.module.css';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { ShiftAnswer } from '#resources/protocol/shift/shift.ts';
import { CURRENT_COUNTS, SHIFT_COUNTS } from './links.ts';
import { BuildingNumber } from './numbers.tsx';
import classes from './shift.module.css';

/** Number of buildings shown at first; the printed page has all of them. */
const VISIBLE_ROWS = 15;

/** Counters by building, most urgent building first. */
export function BuildingTable({ shift }: { shift: ShiftAnswer }) {
  const translate = useTranslate();
  const [showsAll, setShowsAll] = useState(false);
  const { buildings, left: leftCount } = shift;
  const columns = [...CURRENT_COUNTS, ...SHIFT_COUNTS].filter((key) => shift.counts[key] !== null);
  const hiddenCount = showsAll ? 0 : Math.max(0, buildings.length - VISIBLE_ROWS);
  return (
    <section className={classes.section} aria-labelledby="shift-buildings">
      <h2 id="shift-buildings" className={classes.heading}>
        {translate('shift.buildings.title')}
      </h2>
      {buildings.length === 0 ? (
        <EmptyState title={translate('shift.buildings.empty')} description={translate('shift.buildings.emptyLine')} />
      ) : (
        <div className={classes.tableBox}>
          <table className={`${table.table} ${classes.table}`}>
            <thead>
              <tr>
                <th scope="col">{translate('shift.buildings.building')}</th>
                {columns.map((key) => (
                  <th key={key} scope="col">
                    {translate(`shift.counts.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {buildings.map((row, index) => (
                <tr key={row.id} className={hiddenCount > 0 && index >= VISIBLE_ROWS ? classes.paper : undefined}>
                  <th scope="row">
                    <span className={classes.address}>
                      <Plate number={row.number} aligned />
                      <span title={row.street}>{typeset(row.street)}</span>
                    </span>
                  </th>
                  {columns.map((key) => (
                    <td key={key} data-label={translate(`shift.counts.${key}`)}>
                      <BuildingNumber
                        countName={key}
                        counts={row}
                        span={shift}
                        building={{ id: row.id, label: buildingLabel(row) }}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hiddenCount > 0 ? (
        <p className={classes.further}>
          <ActionButton size="sm" onClick={() => setShowsAll(true)}>
            {translate('shift.buildings.more', { smart_count: hiddenCount })}
          </ActionButton>
        </p>
      ) : null}
      {leftCount > 0 ? (
        <p className={classes.hint}>{translate('shift.buildings.left', { smart_count: leftCount })}</p>
      ) : null}
    </section>
  );
}
