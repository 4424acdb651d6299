import { useTranslate } from 'react-admin';
import { Address } from '#console/fields/building/address.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import type { OfferedBuilding } from './building-porches.ts';
import classes from './porches.module.css';

/** A building with its entrances; the box of the building stands for all that can be chosen in it. */
export function BuildingRow({
  building,
  chosen,
  disabled,
  onTick,
}: {
  building: OfferedBuilding;
  chosen: ReadonlySet<number>;
  disabled: boolean;
  onTick: (ids: readonly number[], on: boolean) => void;
}) {
  const translate = useTranslate();
  const open = building.porches.filter(({ fixed }) => !fixed).map(({ id }) => id);
  const held = building.porches.filter(({ id }) => chosen.has(id));
  const foreign = open.length === 0;
  const onlyOwn = translate('engine.fields.onlyOwn');
  return (
    <div className={classes.building} data-building={building.id}>
      <div className={classes.line}>
        <Checkbox
          checked={held.length > 0 && held.length === building.porches.length}
          partly={held.length > 0}
          disabled={disabled}
          refusal={foreign ? { title: translate('engine.fields.noAccess'), line: onlyOwn } : null}
          onChange={(on) => onTick(open, on)}
        >
          <Address building={building} solid={held.length > 0 && !foreign} aligned />
        </Checkbox>
        <span className={classes.count}>
          {foreign
            ? translate('engine.fields.noAccess')
            : translate('engine.fields.countOf', { count: held.length, total: building.porches.length })}
        </span>
      </div>
      <div className={classes.porches}>
        {building.porches.map(({ id, number, fixed }) => (
          <Checkbox
            key={id}
            value={String(id)}
            checked={chosen.has(id)}
            disabled={disabled}
            refusal={fixed ? { title: translate('engine.fields.noAccessToPorch'), line: onlyOwn } : null}
            onChange={(on) => onTick([id], on)}
          >
            {translate('engine.fields.porch', { number })}
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
