import { totalledFields } from '#resources/language/totals.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { useResource } from '../../resource-context.tsx';
import { TotalsError, TotalsLabel, TotalsValues } from './figures.tsx';
import { useHasTotals } from './has-totals.ts';
import classes from './totals.module.css';
import { useTotals } from './use-totals.ts';

/**
 * Totals of all records in a line above the list; above a table only on phones, where the table has no totals row. Loaded lazily.
 */
export default function TotalsLine() {
  return useHasTotals(useResource()) ? <TotalsParagraph /> : null;
}

function TotalsParagraph() {
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
            <TotalsValues key={field.name} field={field} totals={data} label={label(resource, field.name)} />
          ))
        : null}
      {error && !data ? <TotalsError onRetry={() => void refetch()} /> : null}
    </p>
  );
}
