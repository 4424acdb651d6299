import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel } from '#console/data/buildings/building-list.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Plate } from '#console/ui/display/plate.tsx';
import table from '#console/ui/navigation/data-table.module.css';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { ShiftAnswer } from '#resources/protocol/shift/shift.ts';
import { DURING, NOW } from './links.ts';
import { BuildingNumber } from './numbers.tsx';
import classes from './shift.module.css';

/** Buildings that are shown at once; paper has all of them. */
const SHOWN = 15;

/** The numbers by building, the most pressing building first. */
export function BuildingTable({ shift }: { shift: ShiftAnswer }) {
  const translate = useTranslate();
  const [isWhole, setWhole] = useState(false);
  const { buildings, left: leftCount } = shift;
  const columns = [...NOW, ...DURING].filter((key) => shift.counts[key] !== null);
  const hidden = isWhole ? 0 : Math.max(0, buildings.length - SHOWN);
  return (
    <section className={classes.section} aria-labelledby="shift-buildings">
      <h2 id="shift-buildings" className={classes.heading}>
        {translate('shift.buildings.title')}
      </h2>
      {buildings.length === 0 ? (
        <EmptyState title={translate('shift.buildings.empty')} line={translate('shift.buildings.emptyLine')} />
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
              {buildings.map((row, at) => (
                <tr key={row.id} className={hidden > 0 && at >= SHOWN ? classes.paper : undefined}>
                  <th scope="row">
                    <span className={classes.address}>
                      <Plate number={row.number} aligned />
                      <span title={row.street}>{typeset(row.street)}</span>
                    </span>
                  </th>
                  {columns.map((key) => (
                    <td key={key} data-label={translate(`shift.counts.${key}`)}>
                      <BuildingNumber
                        counted={key}
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
      {hidden > 0 ? (
        <p className={classes.further}>
          <ActionButton size="sm" onClick={() => setWhole(true)}>
            {translate('shift.buildings.more', { smart_count: hidden })}
          </ActionButton>
        </p>
      ) : null}
      {leftCount > 0 ? (
        <p className={classes.hint}>{translate('shift.buildings.left', { smart_count: leftCount })}</p>
      ) : null}
    </section>
  );
}
