import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './round.module.css';

/** Why a pasted value has no cell: it is below the table or beside it, or the building has no such meter. */
type UnplacedReason = 'below' | 'beside' | 'meter';

/** A pasted value without a cell. */
export interface UnplacedValue {
  value: string;
  why: UnplacedReason;
  /** Label of the flat and the missing meter; null if there is no such row or column. */
  where: { flat: string; meter: string } | null;
}

const REASONS = ['below', 'beside', 'meter'] as const;

/** Notice about pasted values without a cell, by reason; shown until it is closed. */
export function UnplacedValues({ values, onDone }: { values: readonly UnplacedValue[]; onDone: () => void }) {
  const translate = useTranslate();
  if (values.length === 0) return null;
  const valueText = ({ value, where }: UnplacedValue) =>
    where ? translate('readings.round.homeless.at', { ...where, value }) : value;
  return (
    <div className={classes.homeless} role="alert">
      <b>{translate('readings.round.homeless.count', { smart_count: values.length })}</b>
      <ul>
        {REASONS.map((reason) => {
          const sameReason = values.filter(({ why }) => why === reason);
          if (sameReason.length === 0) return null;
          return (
            <li key={reason}>
              {translate(`readings.round.homeless.${reason}`)}: {sameReason.map(valueText).join('; ')}
            </li>
          );
        })}
      </ul>
      <ActionButton size="sm" onClick={onDone}>
        {translate('readings.round.homeless.done')}
      </ActionButton>
    </div>
  );
}
