import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { meterName } from '#console/fields/meter/meter-name.ts';
import { Plate } from '#console/ui/display/plate.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import type { ActiveCell } from './active-cell.ts';
import { hasMeter } from './place-block.ts';
import classes from './round.module.css';
import { type CellActions, RoundCell } from './round-cell.tsx';
import type { CellPlace } from './round-cells.ts';
import type { RoundStore } from './round-store.ts';

/** One row of the reading round; memoised, because its cells subscribe to typed values and focus themselves. */
export const RoundRow = memo(function RoundRow({
  index,
  flat,
  meters,
  cells,
  hasSeveralBuildings,
  ...cell
}: {
  index: number;
  /** Undefined while it is loading. */
  flat: Flat | undefined;
  meters: readonly MeterType[];
  /** Cell of each meter; the array must keep its identity while the flat is the same, or memo fails. */
  cells: readonly CellPlace[];
  /** The round covers several buildings, so each row also names its building. */
  hasSeveralBuildings: boolean;
  store: RoundStore;
  actions: CellActions;
  focusedCell: ActiveCell;
}) {
  const translate = useTranslate();
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" className={classes.flat}>
        {flat ? <FlatName flat={flat} hasSeveral={hasSeveralBuildings} /> : <Skeleton width={64} />}
      </th>
      {meters.map((meter, column) => {
        const place = cells[column];
        if (!flat || !place) return <td key={meter} className={classes.cell} />;
        if (!hasMeter(flat, meter)) {
          return (
            <td key={meter} className={classes.cell}>
              <span className={classes.none}>{translate('engine.list.nothing')}</span>
            </td>
          );
        }
        const name = translate('readings.round.cell', {
          meter: translate(meterName(meter, meters)),
          flat: flat.unit.label,
        });
        return (
          <td key={meter} className={classes.cell}>
            <RoundCell {...cell} place={place} name={name} row={index} column={column} />
          </td>
        );
      })}
    </tr>
  );
});

function FlatName({ flat: { unit }, hasSeveral: hasSeveralBuildings }: { flat: Flat; hasSeveral: boolean }) {
  const translate = useTranslate();
  return (
    <span className={classes.name}>
      {hasSeveralBuildings ? <Plate number={unit.building.number} aligned /> : null}
      {translate('readings.flat', { label: unit.label })}
      {hasSeveralBuildings ? <small>{typeset(unit.building.street)}</small> : null}
    </span>
  );
}
