import '#i18n/employee-fields-texts.ts';
import Tooltip from '@mui/material/Tooltip';
import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { type Building, buildingLabel } from '#console/data/buildings/buildings.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';
import type { CellProps } from '#console/fields/field-props.ts';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { accessBuildings } from './building-porches.ts';
import classes from './cells.module.css';

/** Picture and name of a person; the user's own entry is marked. */
export function PersonCell({ field, record }: CellProps<'employees:person'>) {
  const translate = useTranslate();
  const user = useSyncExternalStore(onSessionChange, session.userId.get);
  const name = [record[field.first], record[field.last]].filter(Boolean).join(' ');
  if (!name) return translate('engine.list.nothing');
  const picture = field.picture ? record[field.picture] : null;
  const isOwn = field.own !== undefined && user !== null && String(record[field.own]) === user;
  return (
    <span className={classes.person}>
      {field.picture ? <Avatar name={name} picture={typeof picture === 'string' ? picture : null} size={28} /> : null}
      <span className={classes.name} title={name}>
        {name}
      </span>
      {isOwn ? <small className={classes.own}>{translate('employeeFields.you')}</small> : null}
    </span>
  );
}

/** Maximum number of addresses in the tooltip. */
const MAX_ADDRESSES = 30;

/** Number of accessible buildings, with their addresses in a tooltip (EMP-03). */
export function PorchesCell({ field, record, source }: CellProps<'employees:porches'>) {
  const translate = useTranslate();
  const buildings = accessBuildings(record[field.houses], record[field.wire ?? source]);
  const storedCount = field.count ? record[field.count] : undefined;
  const count = typeof storedCount === 'number' ? storedCount : buildings.length;
  if (count === 0) return translate('engine.list.nothing');
  const shownBuildings = buildings.slice(0, MAX_ADDRESSES);
  const moreCount = count - shownBuildings.length;
  const label = (building: Pick<Building, 'street' | 'number'>) => buildingLabel(building);
  return (
    <Tooltip
      title={
        <>
          {shownBuildings.map((building) => (
            <div key={building.id}>{label(building)}</div>
          ))}
          {moreCount > 0 ? <div>{translate('employeeFields.moreObjects', { smart_count: moreCount })}</div> : null}
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

/** Number of sections that are not hidden: «Все» or «5/8» (EMP-04). */
export function LevelsCell({ value }: CellProps<'employees:levels'>) {
  const translate = useTranslate();
  const levels = typeof value === 'object' && value !== null ? Object.values(value) : [];
  if (levels.length === 0) return translate('engine.list.nothing');
  const openCount = levels.filter((level) => level !== 'denied').length;
  return openCount === levels.length ? translate('employeeFields.all') : `${openCount}/${levels.length}`;
}
