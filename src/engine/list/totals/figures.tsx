import '#i18n/tables-texts.ts';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import type { TotalledField } from '#resources/language/totals.ts';
import type { RecordTotals } from '#resources/protocol/definitions/records.ts';
import { useResource } from '../../resource-context.tsx';
import { figureText } from './figure-text.ts';
import classes from './totals.module.css';

/** «Итого 128 актов». */
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
 * The figures of a field, each with its name; a sum alone says its name to screen readers only.
 * @param label what the field is called, where it stands in no column of its own
 */
export function Figures({ field, totals, label }: { field: TotalledField; totals: RecordTotals; label?: string }) {
  const translate = useTranslate();
  const isBareSum = label === undefined && field.figures.every((figure) => figure === 'sum');
  return field.figures.map((figure) => {
    const value = totals.totals[field.wire]?.[figure] ?? null;
    const figureName = translate(`tables.totals.${figure}`);
    const inLine = figure === 'sum' ? `${label}:` : `${label}, ${figureName}:`;
    return (
      <span key={figure} className={classes.figure}>
        <small className={isBareSum ? 'sr-only' : classes.called}>{label === undefined ? figureName : inLine}</small>{' '}
        {value === null ? translate('engine.list.nothing') : figureText(field.field, figure, value)}
      </span>
    );
  });
}

/** That the figures did not come, and how to ask for them again. */
export function NoTotals({ onRetry }: { onRetry: () => void }) {
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
