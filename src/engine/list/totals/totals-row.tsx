import { totalledFields } from '#resources/language/totals.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { useResource } from '../../resource-context.tsx';
import type { Column } from '../layouts/columns.ts';
import { cellClass } from '../layouts/table-row.tsx';
import { Figures, NoTotals, TotalsLabel } from './figures.tsx';
import classes from './totals.module.css';
import { useTotals } from './use-totals.ts';

interface Props {
  columns: readonly Column[];
  /** Whether cells stand before the columns, to choose rows, and behind them, with a menu. */
  hasBoxes: boolean;
  hasMenu: boolean;
  /** Place in a table of which only a part is drawn. */
  index: number | undefined;
}

/**
 * The figures of all records of the list below their columns; of fields without a column in the first cell. A phone has them in a
 * line above the list instead. Its own chunk.
 */
export default function TotalsRow({ columns, hasBoxes, hasMenu, index }: Props) {
  const resource = useResource();
  const label = useFieldLabel();
  const { data, error, isFetching, refetch } = useTotals(resource);
  const fields = totalledFields(resource);
  const fieldsWithoutColumn = fields.filter(({ name }) => columns.every((column) => column.name !== name));
  const cell = (name: string) => {
    const field = fields.find((one) => one.name === name);
    return field && data ? <Figures field={field} totals={data} /> : null;
  };
  const [first, ...rest] = columns;
  return (
    <tfoot className={classes.foot} aria-busy={isFetching}>
      <tr aria-rowindex={index}>
        {hasBoxes ? <td /> : null}
        {first ? (
          <th scope="row">
            <TotalsLabel count={data?.count} />
            {cell(first.name)}
            {data
              ? fieldsWithoutColumn.map((field) => (
                  <Figures key={field.name} field={field} totals={data} label={label(resource, field.name)} />
                ))
              : null}
            {error && !data ? <NoTotals onRetry={() => void refetch()} /> : null}
          </th>
        ) : null}
        {rest.map((column, place) => (
          <td key={column.name} data-column={column.name} className={cellClass(column, place + 1)}>
            {cell(column.name)}
          </td>
        ))}
        {hasMenu ? <td /> : null}
      </tr>
    </tfoot>
  );
}
