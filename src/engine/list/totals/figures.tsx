import '#i18n/tables-texts.ts';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { TotalledField } from '#resources/language/totals.ts';
import type { RecordTotals } from '#resources/protocol/definitions/records.ts';
import { useResource } from '../../resource-context.tsx';
import { formatFigure } from './figure-text.ts';
import classes from './totals.module.css';

/** Label of the totals: «Итого 128 актов». */
export function TotalsLabel({ count }: { count: number | undefined }) {
  const translate = useTranslate();
  const { name } = useResource();
  return (
    <>
      {translate('tables.totals.label')}
      {count === undefined ? null : (
        <span className={classes.count}> {translate(`resources.${name}.count`, { smart_count: count })}</span>
      )}
    </>
  );
}

/**
 * The totals of a field with their names; the name of a lone sum is only for screen readers.
 * @param label label of the field, where it has no column
 */
export function TotalsValues({ field, totals, label }: { field: TotalledField; totals: RecordTotals; label?: string }) {
  const translate = useTranslate();
  const isBareSum = label === undefined && field.figures.every((figure) => figure === 'sum');
  return field.figures.map((figure) => {
    const value = totals.totals[field.wire]?.[figure] ?? null;
    const figureName = translate(`tables.totals.${figure}`);
    const labelWithName = figure === 'sum' ? `${label}:` : `${label}, ${figureName}:`;
    return (
      <span key={figure} className={classes.figure}>
        <small className={isBareSum ? 'sr-only' : classes.called}>
          {label === undefined ? figureName : labelWithName}
        </small>{' '}
        {value === null ? translate('engine.list.nothing') : formatFigure(field.field, figure, value)}
      </span>
    );
  });
}

/** Error message of the totals with a retry button. */
export function TotalsError({ onRetry }: { onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <span className={classes.failed}>
      {translate('tables.totals.failed')}{' '}
      <ActionButton size="sm" variant="ghost" onClick={onRetry}>
        {translate('engine.list.again')}
      </ActionButton>
    </span>
  );
}
