import { totalledFields } from '#resources/language/totals.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { useResource } from '../../resource-context.tsx';
import { Figures, NoTotals, TotalsLabel } from './figures.tsx';
import { useHasTotals } from './has-totals.ts';
import classes from './totals.module.css';
import { useTotals } from './use-totals.ts';

/** The figures of all records in a line above the list; above a table on phones alone, where it has no row of them. Its own chunk. */
export default function TotalsLine() {
  return useHasTotals(useResource()) ? <Line /> : null;
}

function Line() {
  const resource = useResource();
  const label = useFieldLabel();
  const { data, error, isFetching, refetch } = useTotals(resource);
  return (
    <p
      className={resource.list.layout === 'table' ? `${classes.line} ${classes.ofPhone}` : classes.line}
      aria-busy={isFetching}
    >
      <span>
        <TotalsLabel count={data?.count} />
      </span>
      {data
        ? totalledFields(resource).map((field) => (
            <Figures key={field.name} field={field} totals={data} label={label(resource, field.name)} />
          ))
        : null}
      {error && !data ? <NoTotals onRetry={() => void refetch()} /> : null}
    </p>
  );
}
