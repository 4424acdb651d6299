import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { buildingLabel, useBuildings } from '#console/data/buildings/buildings.ts';
import { Address, buildingAddress } from '../building/address.tsx';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';

/** One building as a plate, several as a count with their addresses in a tooltip (EMP-03). */
export default function BuildingsCell({ value }: CellProps<'buildings'>) {
  const translate = useTranslate();
  const { byId } = useBuildings();
  const items = Array.isArray(value) ? value : [];
  const addresses = items.map((item) => buildingAddress(item, byId)).filter((address) => address !== null);
  if (items.length === 0) return translate('engine.list.nothing');
  const [first] = addresses;
  if (items.length === 1 && first) return <Address building={first} />;
  return (
    <Tooltip title={addresses.map(buildingLabel).join('; ')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
      <span className={classes.count} tabIndex={0}>
        {translate('engine.fields.objects', { smart_count: items.length })}
      </span>
    </Tooltip>
  );
}
