import Select from '@mui/material/Select';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { useAddition } from '#console/data/session/features.ts';
import classes from './round.module.css';

/** The entrances of these buildings, if there is more than one to choose from. */
function useEntrances(buildings: readonly number[]) {
  const { byId } = useBuildings();
  const isKnown = useAddition('flats');
  if (!isKnown) return [];
  const open = buildings
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ available_porches }) => available_porches.length);
  return open.flatMap(({ available_porches }) => available_porches).length > 1 ? open : [];
}

/** The entrance that a round goes through, by the address; null: through all. */
export function useEntrance(buildings: readonly number[]): number | null {
  const [params] = useSearchParams();
  const asked = Number(params.get('porch'));
  const known = useEntrances(buildings).flatMap(({ available_porches }) => available_porches.map(({ id }) => id));
  return known.includes(asked) ? asked : null;
}

/** Narrows a round to one entrance; nothing where there is one alone, or the server does not part flats by them. */
export function EntranceChoice({ buildings }: { buildings: readonly number[] }) {
  const translate = useTranslate();
  const [, setParams] = useSearchParams();
  const open = useEntrances(buildings);
  const entrance = useEntrance(buildings);
  if (!open.length) return null;
  const options = open.map((building) => ({
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
