import '#i18n/rows-texts.ts';
import { useTranslate } from 'react-admin';
import { toRows } from '#resources/language/kinds/row-values.ts';
import { findSummableColumn, rowsShape, sumColumn } from '#resources/language/rows.ts';
import type { CellProps } from '../field-props.ts';
import classes from './cell.module.css';
import { ColumnCell } from './column-parts.tsx';

/** Number of rows and the first total: «5 строк · 12 300,00 ₽». */
export default function RowsCell({ value, field, source, resource }: CellProps<'rows'>) {
  const translate = useTranslate();
  const rows = toRows(value);
  if (!rows.length) return translate('engine.list.nothing');
  const count = translate('rows.count', { smart_count: rows.length });
  const [name = ''] = rowsShape(field)?.totals ?? [];
  const column = findSummableColumn(field, name);
  if (!column) return count;
  const total = sumColumn(
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
