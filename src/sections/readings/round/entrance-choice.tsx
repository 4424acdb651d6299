import Select from '@mui/material/Select';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import classes from './round.module.css';

/** The buildings that have entrances; none if there is only one entrance to choose from. */
function useEntrances(buildings: readonly number[]) {
  const { byId } = useBuildings();
  const hasAddition = useServerFeature('flats');
  if (!hasAddition) return [];
  const buildingsWithEntrances = buildings
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ available_porches }) => available_porches.length);
  return buildingsWithEntrances.flatMap(({ available_porches }) => available_porches).length > 1
    ? buildingsWithEntrances
    : [];
}

/** The entrance of the round, from the URL; null for all entrances. */
export function useEntrance(buildings: readonly number[]): number | null {
  const [params] = useSearchParams();
  const requestedId = Number(params.get('porch'));
  const ids = useEntrances(buildings).flatMap(({ available_porches }) => available_porches.map(({ id }) => id));
  return ids.includes(requestedId) ? requestedId : null;
}

/** Restricts the round to one entrance; hidden if there is only one, or without this server addition. */
export function EntranceChoice({ buildings }: { buildings: readonly number[] }) {
  const translate = useTranslate();
  const [, setParams] = useSearchParams();
  const buildingsWithEntrances = useEntrances(buildings);
  const entrance = useEntrance(buildings);
  if (!buildingsWithEntrances.length) return null;
  const options = buildingsWithEntrances.map((building) => ({
    building,
    entrances: building.available_porches.map(({ id, number }) => (
      <option key={id} value={id}>
        {translate('engine.fields.porch', { number })}
      </option>
    )),
  }));
  const choose = (porch: string) =>
    setParams(
      (query) => {
        if (porch) query.set('porch', porch);
        else query.delete('porch');
        return query;
      },
      { replace: true },
    );
  return (
    <Select
      native
      size="small"
      className={classes.entrance}
      value={entrance ?? ''}
      onChange={({ target }) => choose(String(target.value))}
      inputProps={{ 'aria-label': translate('readings.round.entrance') }}
    >
      <option value="">{translate('readings.round.everyEntrance')}</option>
      {options.length === 1
        ? options[0]?.entrances
        : options.map(({ building, entrances }) => (
            <optgroup key={building.id} label={buildingLabel(building)}>
              {entrances}
            </optgroup>
          ))}
    </Select>
  );
}
