import { useTranslate } from 'react-admin';
import { Checkbox } from '#console/ui/checkbox.tsx';
import { Address } from '../building/address.tsx';
import type { OfferedHouse } from './houses.ts';
import classes from './input.module.css';

/** A house with its entrances; the box of the house stands for all that can be chosen in it. */
export function HouseRow({
  house,
  chosen,
  disabled,
  onTick,
}: {
  house: OfferedHouse;
  chosen: ReadonlySet<number>;
  disabled: boolean;
  onTick: (ids: readonly number[], on: boolean) => void;
}) {
  const translate = useTranslate();
  const open = house.porches.filter(({ fixed }) => !fixed).map(({ id }) => id);
  const held = house.porches.filter(({ id }) => chosen.has(id));
  const foreign = open.length === 0;
  const onlyOwn = translate('engine.fields.onlyOwn');
  return (
    <div className={classes.house} data-house={house.id}>
      <div className={classes.line}>
        <Checkbox
          checked={held.length > 0 && held.length === house.porches.length}
          partly={held.length > 0}
          disabled={disabled}
          refusal={foreign ? { title: translate('engine.fields.noAccess'), line: onlyOwn } : null}
          onChange={(on) => onTick(open, on)}
        >
          <Address building={house} solid={held.length > 0 && !foreign} aligned />
        </Checkbox>
        <span className={classes.count}>
          {foreign
            ? translate('engine.fields.noAccess')
            : translate('engine.fields.countOf', { count: held.length, total: house.porches.length })}
        </span>
      </div>
      <div className={classes.porches}>
        {house.porches.map(({ id, number, fixed }) => (
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
