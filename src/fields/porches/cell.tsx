import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { type Building, buildingLabel } from '#console/data/buildings.ts';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';
import { housesOf } from './houses.ts';

/** Addresses a tooltip has room for. */
const MOST = 30;

/** In how many houses entrances are open, with the addresses in a tooltip, each once (EMP-03). */
export default function PorchesCell({ field, record, source }: CellProps<'porches'>) {
  const translate = useTranslate();
  const houses = housesOf(record[field.houses], record[field.wire ?? source]);
  const counted = field.count ? record[field.count] : undefined;
  const count = typeof counted === 'number' ? counted : houses.length;
  if (count === 0) return translate('engine.list.nothing');
  const shown = houses.slice(0, MOST);
  const more = count - shown.length;
  const label = (house: Pick<Building, 'street' | 'number'>) => buildingLabel(house);
  return (
    <Tooltip
      title={
        <>
          {shown.map((house) => (
            <div key={house.id}>{label(house)}</div>
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
