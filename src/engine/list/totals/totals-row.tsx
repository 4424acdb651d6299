import { totalledFields } from '#resources/language/totals.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { useResource } from '../../resource-context.tsx';
import type { Column } from '../layouts/columns.ts';
import { cellClass } from '../layouts/table-row.tsx';
import { TotalsError, TotalsLabel, TotalsValues } from './figures.tsx';
import classes from './totals.module.css';
import { useTotals } from './use-totals.ts';

interface Props {
  columns: readonly Column[];
  /** Whether rows have a checkbox cell before the columns (`hasBoxes`) and a menu cell after them (`hasMenu`). */
  hasBoxes: boolean;
  hasMenu: boolean;
  /** `aria-rowindex` in a virtualised table. */
  index: number | undefined;
}

/**
 * Table footer with totals of all records of the list; totals of fields without a column go into the first cell. On phones a line
 * above the list is used instead. Loaded lazily.
 */
export default function TotalsRow({ columns, hasBoxes, hasMenu, index }: Props) {
  const resource = useResource();
  const label = useFieldLabel();
  const { data, error, isFetching, refetch } = useTotals(resource);
  const fields = totalledFields(resource);
  const fieldsWithoutColumn = fields.filter(({ name }) => columns.every((column) => column.name !== name));
  const renderTotals = (name: string) => {
    const field = fields.find((one) => one.name === name);
    return field && data ? <TotalsValues field={field} totals={data} /> : null;
  };
  const [first, ...otherColumns] = columns;
  return (
    <tfoot className={classes.foot} aria-busy={isFetching}>
      <tr aria-rowindex={index}>
        {hasBoxes ? <td /> : null}
        {first ? (
          <th scope="row">
            <TotalsLabel count={data?.count} />
            {renderTotals(first.name)}
            {data
              ? fieldsWithoutColumn.map((field) => (
                  <TotalsValues key={field.name} field={field} totals={data} label={label(resource, field.name)} />
                ))
              : null}
            {error && !data ? <TotalsError onRetry={() => void refetch()} /> : null}
          </th>
        ) : null}
        {otherColumns.map((column, index) => (
          <td key={column.name} data-column={column.name} className={cellClass(column, index + 1)}>
            {renderTotals(column.name)}
          </td>
        ))}
        {hasMenu ? <td /> : null}
      </tr>
    </tfoot>
  );
}
