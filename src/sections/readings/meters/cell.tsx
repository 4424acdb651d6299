import { useTranslate } from 'react-admin';
import type { CellProps } from '#console/fields/field-props.ts';
import { meterName } from '#console/fields/meter/meter-name.ts';
import { MeterIcon } from '#console/ui/display/meter-icon.tsx';
import { Odometer } from '#console/ui/display/odometer.tsx';
import { METER_TYPES, type MeterType } from '#resources/rules/readings/meters.ts';
import classes from './cell.module.css';

/** Values of several meters: sign, name and digits of each that was given. */
export function MeterList({
  meters,
  collected,
}: {
  meters: Readonly<Partial<Record<MeterType, string>>>;
  collected: readonly MeterType[];
}) {
  const translate = useTranslate();
  return (
    <dl className={classes.list}>
      {METER_TYPES.map((meter) => {
        const value = meters[meter];
        return value ? (
          <div key={meter} className={classes.meter}>
            <dt>
              <MeterIcon meter={meter} size={18} />
              <span>{translate(meterName(meter, collected))}</span>
            </dt>
            <dd>
              <Odometer value={value} />
            </dd>
          </div>
        ) : null;
      })}
    </dl>
  );
}

/** Values of a record by meter. */
export default function MetersCell({ value }: CellProps<'readings:meters'>) {
  const translate = useTranslate();
  const meters = (value ?? {}) as Partial<Record<MeterType, string>>;
  const given = METER_TYPES.filter((meter) => meters[meter]);
  return given.length ? <MeterList meters={meters} collected={given} /> : translate('engine.list.nothing');
}
