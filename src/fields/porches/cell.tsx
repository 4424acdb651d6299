import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { type Building, buildingLabel, useBuildings } from '#console/data/buildings.ts';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';
import { buildingsOf, buildingsOfIds, type House } from './houses.ts';

/** Addresses a tooltip has room for. */
const MOST = 30;

/** Entrances as their section keeps them: by ids in the storage of the box, else with their buildings. */
export default function PorchesCell(props: CellProps<'porches'>) {
  const { value } = props;
  const bare = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number');
  return bare ? <BareEntrances ids={value} /> : <OpenBuildings {...props} />;
}

/** One entrance by its address, several as a count with the addresses in a tooltip; those out of reach only count. */
function BareEntrances({ ids }: { ids: readonly number[] }) {
  const translate = useTranslate();
  const buildings = buildingsOfIds(ids, useBuildings().buildings);
  const line = (building: House) => {
    const numbers = building.porches.map(({ number }) => number).join(', ');
    return `${buildingLabel(building)}, ${translate(`engine.fields.${building.porches.length === 1 ? 'entrance' : 'entrances'}`, { numbers })}`;
  };
  const [only] = buildings;
  if (only && only.porches.length === ids.length) return line(only);
  return (
    <Tooltip title={buildings.map((building) => line(building)).join('; ')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
      <span className={classes.count} tabIndex={0}>
        {translate('engine.place.count.porches', { smart_count: ids.length })}
      </span>
    </Tooltip>
  );
}

/** In how many buildings entrances are open, with the addresses in a tooltip, each once (EMP-03). */
function OpenBuildings({ field, record, source }: CellProps<'porches'>) {
  const translate = useTranslate();
  const buildings = buildingsOf(record[field.houses], record[field.wire ?? source]);
  const counted = field.count ? record[field.count] : undefined;
  const count = typeof counted === 'number' ? counted : buildings.length;
  if (count === 0) return translate('engine.list.nothing');
  const shown = buildings.slice(0, MOST);
  const more = count - shown.length;
  const label = (building: Pick<Building, 'street' | 'number'>) => buildingLabel(building);
  return (
    <Tooltip
      title={
        <>
          {shown.map((building) => (
            <div key={building.id}>{label(building)}</div>
          ))}
          {more > 0 ? <div>{translate('engine.fields.moreObjects', { smart_count: more })}</div> : null}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
      <span className={classes.count} tabIndex={0}>
        {count}
      </span>
    </Tooltip>
  );
}
