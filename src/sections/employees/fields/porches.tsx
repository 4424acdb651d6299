import '#i18n/employee-fields-texts.ts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import type { InputProps } from '#console/fields/field-props.ts';
import { useWireRecord } from '#console/fields/form-context.ts';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { WayToMake } from '#console/fields/parts/way-to-make.tsx';
import { useField } from '#console/fields/use-field.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import { Skeleton } from '#console/ui/states/skeleton.tsx';
import {
  accessBuildings,
  offeredBuildings,
  searchBuildings,
  sendablePorches,
  withPorches,
} from './building-porches.ts';
import { BuildingRow } from './building-row.tsx';
import classes from './porches.module.css';

const NONE: readonly number[] = [];
/** Buildings drawn at once; the button below draws as many more. */
const BATCH = 50;
/** Fewer buildings need no search. */
const SEARCHED_FROM = 8;

/** Entrances by building; entrances out of the person's reach are greyed and stay as they are (EMP-42, EMP-43). */
export default function PorchesInput(props: InputProps<'employees:porches'>) {
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const { buildings, isPending, error } = useBuildings();
  const record = useWireRecord();
  const [query, setQuery] = useState('');
  const [buildingCount, setBuildingCount] = useState(BATCH);
  const { houses: key, wire } = props.field;
  const houses = useMemo(
    () => offeredBuildings(buildings, accessBuildings(record?.[key], record?.[wire ?? props.source])),
    [buildings, record, key, wire, props.source],
  );
  const matches = useMemo(() => searchBuildings(houses, query), [houses, query]);
  const value = field.value ?? NONE;
  const { set } = field;
  // Also what a draft brings back, and what is left when an entrance is taken from the person. Without the buildings those are
  // not known.
  const sendable = isPending || error ? value : sendablePorches(value, houses);
  useEffect(() => {
    if (sendable !== value) set([...sendable]);
  });
  const chosenIds = new Set(value);
  const openIds = matches.flatMap(({ porches }) => porches.filter(({ fixed }) => !fixed).map(({ id }) => id));
  const tick = (ids: readonly number[], on: boolean) => {
    field.set(withPorches(value, ids, on));
    field.leave();
  };
  if (isPending) return <Skeleton height={240} radius={8} />;
  return (
    <FieldFrame {...field.frame} group quiet>
      {houses.length >= SEARCHED_FROM ? (
        <div className={classes.head}>
          <SearchBox label={translate('shell.selector.search')} value={query} onText={setQuery} />
          <Checkbox
            checked={openIds.length > 0 && openIds.every((id) => chosenIds.has(id))}
            partly={openIds.some((id) => chosenIds.has(id))}
            disabled={field.disabled}
            refusal={
              openIds.length > 0 || matches.length === 0 ? null : { title: translate('employeeFields.noAccess') }
            }
            onChange={(on) => tick(openIds, on)}
          >
            {translate('shell.selector.selectAll')}
          </Checkbox>
        </div>
      ) : null}
      <div className={classes.list}>
        {matches.slice(0, buildingCount).map((building) => (
          <BuildingRow
            key={building.id}
            building={building}
            chosenIds={chosenIds}
            disabled={field.disabled}
            onTick={tick}
          />
        ))}
      </div>
      {matches.length === 0 ? (
        <p className={classes.nothing}>
          {translate(houses.length ? 'engine.list.noMatches' : 'engine.list.nothingToChoose')}{' '}
          {houses.length ? null : <WayToMake list="buildings" />}
        </p>
      ) : null}
      {matches.length > buildingCount ? (
        <ActionButton size="sm" onClick={() => setBuildingCount(buildingCount + BATCH)}>
          {translate('engine.fields.showMore', { smart_count: matches.length - buildingCount })}
        </ActionButton>
      ) : null}
    </FieldFrame>
  );
}
