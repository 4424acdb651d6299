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
import { buildingsOf, offeredBuildings, searchBuildings, sendablePorches, withPorches } from './building-porches.ts';
import { BuildingRow } from './building-row.tsx';
import classes from './porches.module.css';

const NONE: readonly number[] = [];
/** Buildings drawn at once; the button below draws as many more. */
const BATCH = 50;
/** Fewer buildings need no search. */
const SEARCHED_FROM = 8;

/** Entrances building by building: what the person who chooses does not hold themselves is greyed and stays (EMP-42, EMP-43). */
export default function PorchesInput(props: InputProps<'employees:porches'>) {
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const { buildings, isPending, error } = useBuildings();
  const record = useWireRecord();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(BATCH);
  const { houses: key, wire } = props.field;
  const houses = useMemo(
    () => offeredBuildings(buildings, buildingsOf(record?.[key], record?.[wire ?? props.source])),
    [buildings, record, key, wire, props.source],
  );
  const found = useMemo(() => searchBuildings(houses, typed), [houses, typed]);
  const value = field.value ?? NONE;
  const { set } = field;
  // Also what a draft brings back, and what is left when an entrance is taken from the chooser. Without the buildings nobody
  // knows which those are.
  const sendable = isPending || error ? value : sendablePorches(value, houses);
  useEffect(() => {
    if (sendable !== value) set([...sendable]);
  });
  const chosen = new Set(value);
  const own = found.flatMap(({ porches }) => porches.filter(({ fixed }) => !fixed).map(({ id }) => id));
  const tick = (ids: readonly number[], on: boolean) => {
    field.set(withPorches(value, ids, on));
    field.leave();
  };
  if (isPending) return <Skeleton height={240} radius={8} />;
  return (
    <FieldFrame {...field.frame} group quiet>
      {houses.length >= SEARCHED_FROM ? (
        <div className={classes.head}>
          <SearchBox label={translate('shell.selector.search')} value={typed} onText={setTyped} />
          <Checkbox
            checked={own.length > 0 && own.every((id) => chosen.has(id))}
            partly={own.some((id) => chosen.has(id))}
            disabled={field.disabled}
            refusal={own.length > 0 || found.length === 0 ? null : { title: translate('engine.fields.noAccess') }}
            onChange={(on) => tick(own, on)}
          >
            {translate('shell.selector.selectAll')}
          </Checkbox>
        </div>
      ) : null}
      <div className={classes.list}>
        {found.slice(0, shown).map((building) => (
          <BuildingRow key={building.id} building={building} chosen={chosen} disabled={field.disabled} onTick={tick} />
        ))}
      </div>
      {found.length === 0 ? (
        <p className={classes.nothing}>
          {translate(houses.length ? 'engine.list.noMatches' : 'engine.list.nothingToChoose')}{' '}
          {houses.length ? null : <WayToMake list="buildings" />}
        </p>
      ) : null}
      {found.length > shown ? (
        <ActionButton size="sm" onClick={() => setShown(shown + BATCH)}>
          {translate('engine.fields.showMore', { smart_count: found.length - shown })}
        </ActionButton>
      ) : null}
    </FieldFrame>
  );
}
