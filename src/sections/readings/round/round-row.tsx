import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { meterName } from '#console/fields/meter/meter-name.ts';
import { Plate } from '#console/ui/display/plate.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import { typeset } from '#i18n/typeset.ts';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';
import type { ActiveCell } from './active-cell.ts';
import { collects } from './place-block.ts';
import classes from './round.module.css';
import { RoundCell, type RoundKeys } from './round-cell.tsx';
import type { CellPlace } from './round-cells.ts';
import type { RoundStore } from './round-store.ts';

/** A flat of the round, drawn anew only when it is another one: what is typed and where the keys are, its cells follow. */
export const RoundRow = memo(function RoundRow({
  index,
  flat,
  meters,
  places,
  several,
  ...cell
}: {
  index: number;
  /** Undefined while it is on its way. */
  flat: Flat | undefined;
  meters: readonly MeterType[];
  /** Of its meters; the same array for as long as the flat is. */
  places: readonly CellPlace[];
  /** Flats of several buildings: it says which is its own. */
  several: boolean;
  store: RoundStore;
  keys: RoundKeys;
  active: ActiveCell;
}) {
  const translate = useTranslate();
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" className={classes.flat}>
        {flat ? <FlatName flat={flat} hasSeveral={several} /> : <Skeleton width={64} />}
      </th>
      {meters.map((meter, column) => {
        const place = places[column];
        if (!flat || !place) return <td key={meter} className={classes.cell} />;
        if (!collects(flat, meter)) {
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

/** Which flat a row is about. */
function FlatName({ flat: { unit }, hasSeveral }: { flat: Flat; hasSeveral: boolean }) {
  const translate = useTranslate();
  return (
    <span className={classes.name}>
      {hasSeveral ? <Plate number={unit.building.number} aligned /> : null}
      {translate('readings.flat', { label: unit.label })}
      {hasSeveral ? <small>{typeset(unit.building.street)}</small> : null}
    </span>
  );
}
