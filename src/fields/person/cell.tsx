import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { onSessionChange, session } from '#console/data/session.ts';
import { Avatar } from '#console/ui/avatar.tsx';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';

/** Somebody's picture and name; one's own is marked. */
export default function PersonCell({ field, record }: CellProps<'person'>) {
  const translate = useTranslate();
  const user = useSyncExternalStore(onSessionChange, session.userId.get);
  const name = [record[field.first], record[field.last]].filter(Boolean).join(' ');
  if (!name) return translate('engine.list.nothing');
  const picture = field.picture ? record[field.picture] : null;
  const own = field.own !== undefined && user !== null && String(record[field.own]) === user;
  return (
    <span className={classes.person}>
      {field.picture ? <Avatar name={name} picture={typeof picture === 'string' ? picture : null} size={28} /> : null}
      <span className={classes.name}>{name}</span>
      {own ? <small className={classes.own}>{translate('engine.fields.you')}</small> : null}
    </span>
  );
}
