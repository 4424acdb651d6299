import '#i18n/employee-fields-texts.ts';
import { useTranslate } from 'react-admin';
import { Address } from '#console/fields/building/address.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import type { OfferedBuilding } from './building-porches.ts';
import classes from './porches.module.css';

/** A building with its entrances; its own checkbox selects all entrances that can be changed. */
export function BuildingRow({
  building,
  chosenIds,
  disabled,
  onTick,
}: {
  building: OfferedBuilding;
  chosenIds: ReadonlySet<number>;
  disabled: boolean;
  onTick: (ids: readonly number[], on: boolean) => void;
}) {
  const translate = useTranslate();
  const changeableIds = building.porches.filter(({ fixed }) => !fixed).map(({ id }) => id);
  const tickedPorches = building.porches.filter(({ id }) => chosenIds.has(id));
  const isForeign = changeableIds.length === 0;
  const onlyOwn = translate('employeeFields.onlyOwn');
  return (
    <div className={classes.building} data-building={building.id}>
      <div className={classes.line}>
        <Checkbox
          checked={tickedPorches.length > 0 && tickedPorches.length === building.porches.length}
          partly={tickedPorches.length > 0}
          disabled={disabled}
          refusal={isForeign ? { title: translate('employeeFields.noAccess'), line: onlyOwn } : null}
          onChange={(on) => onTick(changeableIds, on)}
        >
          <Address building={building} solid={tickedPorches.length > 0 && !isForeign} aligned />
        </Checkbox>
        <span className={classes.count}>
          {isForeign
            ? translate('employeeFields.noAccess')
            : translate('employeeFields.countOf', { count: tickedPorches.length, total: building.porches.length })}
        </span>
      </div>
      <div className={classes.porches}>
        {building.porches.map(({ id, number, fixed }) => (
          <Checkbox
            key={id}
            value={String(id)}
            checked={chosenIds.has(id)}
            disabled={disabled}
            refusal={fixed ? { title: translate('employeeFields.noAccessToPorch'), line: onlyOwn } : null}
            onChange={(on) => onTick([id], on)}
          >
            {translate('engine.fields.porch', { number })}
          </Checkbox>
        ))}
      </div>
    </div>
  );
}
