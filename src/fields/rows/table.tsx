import '#i18n/rows-texts.ts';
import { useTranslate } from 'react-admin';
import type { FieldInput, FieldOf } from '#resources/language/define-resource.ts';
import { toRows } from '#resources/language/kinds/row-values.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { findSummableColumn, rowsShape, sumColumn } from '#resources/language/rows.ts';
import type { CellProps, FullProps } from '../field-props.ts';
import { ColumnCell } from './column-parts.tsx';
import { columnWidth, useHasRoom } from './room.ts';
import classes from './table.module.css';

/** Width of the row numbers, CSS pixels, and the width of a read-only column relative to its input. */
const [ORDER_WIDTH, READ_ONLY_SHARE] = [28, 0.75];

interface Props {
  value: unknown;
  field: FieldOf<'rows'>;
  source: string;
  resource: string;
  columns: readonly [string, FieldInput][];
}

const alignmentClass = (column: FieldInput) => (getTraits(column).isNumeric ? classes.number : undefined);

/** All rows with totals below; on narrow screens each row is a card. */
function RowsTable({ value, field, source, resource, columns }: Props) {
  const translate = useTranslate();
  const minWidth = columns.reduce((sum, [, column]) => sum + columnWidth(column).least * READ_ONLY_SHARE, ORDER_WIDTH);
  const { area, hasRoom } = useHasRoom(minWidth);
  const rows = toRows(value);
  if (!rows.length) return translate('engine.list.nothing');
  const totals = new Set(rowsShape(field)?.totals.filter((name) => columns.some(([column]) => column === name)));
  const renderCell = (name: string, column: FieldInput, content: unknown) => (
    <ColumnCell column={column} value={content} source={`${source}.${name}`} resource={resource} />
  );
  const renderTotal = (name: string) => {
    const column = totals.has(name) ? findSummableColumn(field, name) : null;
    const cells = rows.map((row) => row[name]);
    return column ? renderCell(name, column, sumColumn(column, cells)) : null;
  };
  return (
    <div ref={area} className={hasRoom ? classes.area : `${classes.area} ${classes.narrow}`}>
      <table className={classes.table} aria-label={field.label}>
        <thead>
          <tr>
            <th scope="col">{translate('rows.order')}</th>
            {columns.map(([name, column]) => (
              <th key={name} scope="col" className={alignmentClass(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: read-only rows have no other identity than their index
            <tr key={at}>
              <td className={classes.order}>{at + 1}</td>
              {columns.map(([name, column]) => (
                <td key={name} data-label={column.label} className={alignmentClass(column)}>
                  {renderCell(name, column, row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals.size ? (
          <tfoot>
            <tr>
              <th scope="row">{translate('rows.total')}</th>
              {columns.map(([name, column]) => (
                <td key={name} data-label={column.label} className={alignmentClass(column)}>
                  {renderTotal(name)}
                </td>
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

/** The rows of a record in its card. */
export default function RowsInCard({ value, field, source, resource }: CellProps<'rows'>) {
  const columns = Object.entries(rowsShape(field)?.columns ?? {});
  return <RowsTable {...{ value, field, source, resource, columns }} />;
}

/** The rows of a form value, which has no computed cells. */
export function FullRows({ value, field, source, resource }: FullProps<'rows'>) {
  const columns = Object.entries(rowsShape(field)?.columns ?? {}).filter(([, { computed }]) => computed === undefined);
  return <RowsTable {...{ value, field, source, resource, columns }} />;
}
