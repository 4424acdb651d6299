import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import { toId, toIds } from '#resources/language/kinds/ids.ts';
import { Address, buildingAddress } from '../building/address.tsx';
import type { FullProps, InputProps } from '../field-props.ts';
import { useWireRecord } from '../form-context.ts';
import { CreateEntryHint } from '../parts/create-entry-hint.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { SetDifference } from '../parts/set-difference.tsx';
import { useField } from '../use-field.ts';
import classes from './input.module.css';
import { searchComplexes, splitBuildings, toggleIds } from './split-buildings.ts';

/** Input of several buildings among those with full access; others are listed read-only and kept (CAM-08, CAM-09, CAM-11). */
export default function BuildingsInput(props: InputProps<'buildings'>) {
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const { buildings, isPending } = useBuildings();
  const storedBuildings = useWireRecord()?.[props.field.wire ?? props.source];
  const [query, setQuery] = useState('');
  const value = useMemo(() => field.value ?? [], [field.value]);
  const splitResult = useMemo(
    () => splitBuildings(buildings, storedBuildings, value),
    [buildings, storedBuildings, value],
  );
  const matches = useMemo(() => searchComplexes(splitResult.complexes, query), [splitResult.complexes, query]);
  const chosenIds = new Set(value);
  const allMatchingIds = matches.flatMap((complex) => complex.buildings.map(({ id }) => id));
  const setChecked = (ids: readonly number[], isChecked: boolean) => {
    field.onChange(toggleIds(value, ids, isChecked));
    field.onBlur();
  };
  const checkboxProps = (ids: readonly number[]) => ({
    checked: ids.length > 0 && ids.every((id) => chosenIds.has(id)),
    partly: ids.some((id) => chosenIds.has(id)),
    disabled: field.disabled,
    onChange: (isChecked: boolean) => setChecked(ids, isChecked),
  });
  if (isPending) return <Skeleton height={240} radius={8} />;
  return (
    <FieldFrame {...field.frame} group>
      <div className={field.error ? `${classes.box} ${classes.failed}` : classes.box}>
        <div className={classes.head}>
          <SearchBox label={translate('shell.selector.search')} value={query} onText={setQuery} />
          {allMatchingIds.length > 1 ? (
            <div className={classes.all}>
              <Checkbox {...checkboxProps(allMatchingIds)} invalid={field.error !== null}>
                {translate('shell.selector.selectAll')}
              </Checkbox>
              <span className={classes.count}>
                {translate('shell.selector.chosen', {
                  count: splitResult.editable.filter((id) => chosenIds.has(id)).length,
                  total: splitResult.editable.length,
                })}
              </span>
            </div>
          ) : null}
        </div>
        <div className={classes.list}>
          {matches.map((complex) => (
            <div key={complex.id ?? 'none'} className={classes.group}>
              <Checkbox {...checkboxProps(complex.buildings.map(({ id }) => id))} invalid={field.error !== null}>
                <b>{complex.name ?? translate('shell.selector.noComplex')}</b>
              </Checkbox>
              {complex.buildings.map((building) => (
                <div key={building.id} className={classes.item}>
                  <Checkbox
                    {...checkboxProps([building.id])}
                    value={String(building.id)}
                    invalid={field.error !== null}
                  >
                    <Address building={building} solid={chosenIds.has(building.id)} aligned />
                  </Checkbox>
                </div>
              ))}
            </div>
          ))}
          {matches.length === 0 ? (
            <p className={classes.nothing}>
              {translate(splitResult.editable.length ? 'engine.list.noMatches' : 'engine.list.nothingToChoose')}{' '}
              {splitResult.editable.length ? null : <CreateEntryHint list="buildings" />}
            </p>
          ) : null}
        </div>
        {splitResult.fixed.length ? <FixedList {...splitResult} /> : null}
      </div>
    </FieldFrame>
  );
}

/** Buildings that only people with access to the whole building may add or remove. */
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

/** Buildings by address, on one side of a comparison. */
export function FullBuildings({ value, other, field, source, records }: FullProps<'buildings'>) {
  const translate = useTranslate();
  const { byId } = useBuildings();
  const recordBuildings = records.flatMap((record) => [record[field.wire ?? source]].flat());
  const items = toIds(value).map((id) => {
    const address =
      buildingAddress(recordBuildings.find((one) => toId(one) === id) ?? id, byId) ?? buildingAddress(id, byId);
    return { key: id, node: address ? buildingLabel(address) : translate('engine.fields.unknownBuilding', { id }) };
  });
  return <SetDifference items={items} otherKeys={new Set(toIds(other))} />;
}
