import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './round.module.css';

/** Why a pasted value has no cell: the table ends above it, or beside it, or the building of the flat has no such meter. */
type UnplacedReason = 'below' | 'beside' | 'meter';

/** A pasted value that no cell took. */
export interface UnplacedValuesNotice {
  value: string;
  why: UnplacedReason;
  /** Label of the flat and the meter that is not there; null where there is no such row or column. */
  where: { flat: string; meter: string } | null;
}

const REASONS = ['below', 'beside', 'meter'] as const;

/** Pasted values that no cell took: how many, why and which, until they are put away by hand. */
export function UnplacedValues({ values, onDone }: { values: readonly UnplacedValuesNotice[]; onDone: () => void }) {
  const translate = useTranslate();
  if (values.length === 0) return null;
  const valueText = ({ value, where }: UnplacedValuesNotice) =>
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
