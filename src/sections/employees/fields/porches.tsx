import '#i18n/employee-fields-texts.ts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useBuildings } from '#console/data/buildings/buildings.ts';
import type { InputProps } from '#console/fields/field-props.ts';
import { useWireRecord } from '#console/fields/form-context.ts';
import { CreateEntryHint } from '#console/fields/parts/create-entry-hint.tsx';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
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

const NO_PORCHES: readonly number[] = [];
/** Number of buildings shown at once; the button below shows as many more. */
const BATCH = 50;
/** Number of buildings from which the list has a search. */
const MIN_LENGTH_FOR_SEARCH = 8;

/** Entrances by building; entrances outside the person's scope are disabled and stay as they are (EMP-42, EMP-43). */
export default function PorchesInput(props: InputProps<'employees:porches'>) {
  const field = useField<number[] | null>(props);
  const translate = useTranslate();
  const { buildings, isPending, error } = useBuildings();
  const record = useWireRecord();
  const [query, setQuery] = useState('');
  const [buildingCount, setBuildingCount] = useState(BATCH);
  const { houses: key, wire } = props.field;
  const offered = useMemo(
    () => offeredBuildings(buildings, accessBuildings(record?.[key], record?.[wire ?? props.source])),
    [buildings, record, key, wire, props.source],
  );
  const matches = useMemo(() => searchBuildings(offered, query), [offered, query]);
  const value = field.value ?? NO_PORCHES;
  const { onChange } = field;
  // Also drops entrances of a restored draft and those that the person has lost access to; impossible until the buildings are
  // loaded.
  const sendable = isPending || error ? value : sendablePorches(value, offered);
  useEffect(() => {
    if (sendable !== value) onChange([...sendable]);
  });
  const chosenIds = new Set(value);
  const openIds = matches.flatMap(({ porches }) => porches.filter(({ fixed }) => !fixed).map(({ id }) => id));
  const tick = (ids: readonly number[], on: boolean) => {
    field.onChange(withPorches(value, ids, on));
    field.onBlur();
  };
  if (isPending) return <Skeleton height={240} radius={8} />;
  return (
    <FieldFrame {...field.frame} group quiet>
      {offered.length >= MIN_LENGTH_FOR_SEARCH ? (
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
          {translate(offered.length ? 'engine.list.noMatches' : 'engine.list.nothingToChoose')}{' '}
          {offered.length ? null : <CreateEntryHint list="buildings" />}
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
