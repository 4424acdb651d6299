import '#i18n/rows-texts.ts';
import { useTranslate } from 'react-admin';
import type { FieldInput, FieldOf } from '#resources/language/define-resource.ts';
import { rowsIn } from '#resources/language/kinds/row-values.ts';
import { traitsOf } from '#resources/language/kinds/traits.ts';
import { addedColumn, columnTotal, rowsShape } from '#resources/language/rows.ts';
import type { CellProps, FullProps } from '../field-props.ts';
import { ColumnCell } from './column-parts.tsx';
import { columnTrack, useHasRoom } from './room.ts';
import classes from './table.module.css';

/** Room of the numbers of the rows, px, and how much narrower than in a form a column may be where nothing is typed. */
const [ORDER, SHOWN_SHARE] = [28, 0.75];

interface Props {
  value: unknown;
  field: FieldOf<'rows'>;
  source: string;
  resource: string;
  columns: readonly [string, FieldInput][];
}

const alignment = (column: FieldInput) => (traitsOf(column).isNumeric ? classes.number : undefined);

/** All rows with their totals below; where there is little room, each row is a card. */
function RowsTable({ value, field, source, resource, columns }: Props) {
  const translate = useTranslate();
  const needed = columns.reduce((sum, [, column]) => sum + columnTrack(column).least * SHOWN_SHARE, ORDER);
  const { area, hasRoom } = useHasRoom(needed);
  const rows = rowsIn(value);
  if (!rows.length) return translate('engine.list.nothing');
  const totals = new Set(rowsShape(field)?.totals.filter((name) => columns.some(([column]) => column === name)));
  const cell = (name: string, column: FieldInput, content: unknown) => (
    <ColumnCell column={column} value={content} source={`${source}.${name}`} resource={resource} />
  );
  const total = (name: string) => {
    const column = totals.has(name) ? addedColumn(field, name) : null;
    const cells = rows.map((row) => row[name]);
    return column ? cell(name, column, columnTotal(column, cells)) : null;
  };
  return (
    <div ref={area} className={hasRoom ? classes.area : `${classes.area} ${classes.narrow}`}>
      <table className={classes.table} aria-label={field.label}>
        <thead>
          <tr>
            <th scope="col">{translate('rows.order')}</th>
            {columns.map(([name, column]) => (
              <th key={name} scope="col" className={alignment(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows that are only shown have no other name than their place.
            <tr key={at}>
              <td className={classes.order}>{at + 1}</td>
              {columns.map(([name, column]) => (
                <td key={name} data-label={column.label} className={alignment(column)}>
                  {cell(name, column, row[name])}
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
                <td key={name} data-label={column.label} className={alignment(column)}>
                  {total(name)}
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

/** The rows of a form, which has no computed cells. */
export function FullRows({ value, field, source, resource }: FullProps<'rows'>) {
  const columns = Object.entries(rowsShape(field)?.columns ?? {}).filter(([, { computed }]) => computed === undefined);
  return <RowsTable {...{ value, field, source, resource, columns }} />;
}
