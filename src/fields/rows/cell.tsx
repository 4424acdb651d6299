import '#i18n/rows-texts.ts';
import { useTranslate } from 'react-admin';
import { rowsIn } from '#resources/language/kinds/row-values.ts';
import { addedColumn, columnTotal, rowsShape } from '#resources/language/rows.ts';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';
import { ColumnCell } from './column-parts.tsx';

/** How many rows there are, and what the first of the totals comes to: «5 строк · 12 300,00 ₽». */
export default function RowsCell({ value, field, source, resource }: CellProps<'rows'>) {
  const translate = useTranslate();
  const rows = rowsIn(value);
  if (!rows.length) return translate('engine.list.nothing');
  const count = translate('rows.count', { smart_count: rows.length });
  const [name = ''] = rowsShape(field)?.totals ?? [];
  const column = addedColumn(field, name);
  if (!column) return count;
  const total = columnTotal(
    column,
    rows.map((row) => row[name]),
  );
  return (
    <span className={classes.summary}>
      {`${count} · `}
      <ColumnCell column={column} value={total} source={`${source}.${name}`} resource={resource} />
    </span>
  );
}
