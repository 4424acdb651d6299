import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import { idOf, idsOf } from '#resources/language/kinds/ids.ts';
import { Address, buildingAddress } from '../building/address.tsx';
import type { FullProps, InputProps } from '../field-props.ts';
import { useWireRecord } from '../form-context.ts';
import { SearchBox } from '../parts/search-box.tsx';
import { SetDifference } from '../parts/set-difference.tsx';
import { WayToMake } from '../parts/way-to-make.tsx';
import { useField } from '../use-field.ts';
import classes from './input.module.css';
import { searchBuildings, splitBuildings, ticked } from './split-buildings.ts';

/** Several buildings out of those wholly open; the others are listed and kept (CAM-08, CAM-09, CAM-11). */
export default function BuildingsInput(props: InputProps<'buildings'>) {
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const { buildings, isPending } = useBuildings();
  const storedBuildings = useWireRecord()?.[props.field.wire ?? props.source];
  const [query, setQuery] = useState('');
  const value = useMemo(() => field.value ?? [], [field.value]);
  const split = useMemo(() => splitBuildings(buildings, storedBuildings, value), [buildings, storedBuildings, value]);
  const matches = useMemo(() => searchBuildings(split.complexes, query), [split.complexes, query]);
  const chosenIds = new Set(value);
  const all = matches.flatMap((complex) => complex.buildings.map(({ id }) => id));
  const tick = (ids: readonly number[], on: boolean) => {
    field.set(ticked(value, ids, on));
    field.leave();
  };
  const tickBox = (ids: readonly number[]) => ({
    checked: ids.length > 0 && ids.every((id) => chosenIds.has(id)),
    partly: ids.some((id) => chosenIds.has(id)),
    disabled: field.disabled,
    onChange: (on: boolean) => tick(ids, on),
  });
  if (isPending) return <Skeleton height={240} radius={8} />;
  return (
    <FieldFrame {...field.frame} group>
      <div className={field.error ? `${classes.box} ${classes.failed}` : classes.box}>
        <div className={classes.head}>
          <SearchBox label={translate('shell.selector.search')} value={query} onText={setQuery} />
          {all.length > 1 ? (
            <div className={classes.all}>
              <Checkbox {...tickBox(all)} invalid={field.error !== null}>
                {translate('shell.selector.selectAll')}
              </Checkbox>
              <span className={classes.count}>
                {translate('shell.selector.chosen', {
                  count: split.editable.filter((id) => chosenIds.has(id)).length,
                  total: split.editable.length,
                })}
              </span>
            </div>
          ) : null}
        </div>
        <div className={classes.list}>
          {matches.map((complex) => (
            <div key={complex.id ?? 'none'} className={classes.group}>
              <Checkbox {...tickBox(complex.buildings.map(({ id }) => id))} invalid={field.error !== null}>
                <b>{complex.name ?? translate('shell.selector.noComplex')}</b>
              </Checkbox>
              {complex.buildings.map((building) => (
                <div key={building.id} className={classes.item}>
                  <Checkbox {...tickBox([building.id])} value={String(building.id)} invalid={field.error !== null}>
                    <Address building={building} solid={chosenIds.has(building.id)} aligned />
                  </Checkbox>
                </div>
              ))}
            </div>
          ))}
          {matches.length === 0 ? (
            <p className={classes.nothing}>
              {translate(split.editable.length ? 'engine.list.noMatches' : 'engine.list.nothingToChoose')}{' '}
              {split.editable.length ? null : <WayToMake list="buildings" />}
            </p>
          ) : null}
        </div>
        {split.fixed.length ? <FixedList {...split} /> : null}
      </div>
    </FieldFrame>
  );
}

/** The buildings that take access to the whole building to tie or untie. */
function FixedList({ fixed }: Pick<ReturnType<typeof splitBuildings>, 'fixed'>) {
  const translate = useTranslate();
  return (
    <fieldset className={classes.fixed}>
      <legend>{translate('engine.fields.unavailable')}</legend>
      {fixed.map(({ id, address, chosen: isChosen }) => (
        <div key={id} className={classes.item}>
          <Checkbox
            checked={isChosen}
            refusal={{ title: translate(address ? 'access.building' : 'access.away') }}
            onChange={() => undefined}
          >
            {address ? (
              <Address building={address} aligned />
            ) : (
              <span>{translate('engine.fields.unknownBuilding', { id })}</span>
            )}
          </Checkbox>
        </div>
      ))}
    </fieldset>
  );
}

/** Buildings by their addresses. */
export function FullBuildings({ value, other, field, source, records }: FullProps<'buildings'>) {
  const translate = useTranslate();
  const { byId } = useBuildings();
  const recordBuildings = records.flatMap((record) => [record[field.wire ?? source]].flat());
  const items = idsOf(value).map((id) => {
    const address =
      buildingAddress(recordBuildings.find((one) => idOf(one) === id) ?? id, byId) ?? buildingAddress(id, byId);
    return { key: id, node: address ? buildingLabel(address) : translate('engine.fields.unknownBuilding', { id }) };
  });
  return <SetDifference items={items} otherKeys={new Set(idsOf(other))} />;
}
