import { useTranslate } from 'react-admin';
import type { CellProps } from '../field-props.ts';
import { useServerList } from '../parts/server-list.ts';
import classes from './cell.module.css';

/** How the chosen thing is called; of a bare id, as the backend in the box keeps it, the list that it is chosen from says it. */
export default function OneOfCell({ value, field }: CellProps<'one-of'>) {
  const { from, text = 'label', id: key = 'id', by } = field;
  const translate = useTranslate();
  const bare = typeof value === 'number';
  const { items } = useServerList(bare && !by ? from : null, { key });
  const thing = bare ? items.find(({ id }) => id === value) : (value as Record<string, unknown> | null);
  const said = thing?.[text];
  if (typeof said !== 'string' || !said) return translate('engine.list.nothing');
  return (
    <span className={classes.name} title={said}>
      {said}
    </span>
  );
}
