import { useCallback, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import classes from './round.module.css';
import type { RoundStore } from './round-store.ts';

/** How a round stands: how many cells are kept, on their way, refused, doubtful; and its keys. */
export function RoundStatus({ store }: { store: RoundStore }) {
  const translate = useTranslate();
  const { saving, saved, failed, doubt } = useSyncExternalStore(
    useCallback((listener) => store.follow(null, listener), [store]),
    store.tally,
  );
  const parts = [
    saving > 0 ? translate('readings.round.saving') : null,
    saved > 0 ? translate('readings.round.saved', { count: saved }) : null,
  ].filter(Boolean);
  return (
    <div className={classes.status}>
      <p className={classes.help}>{translate('readings.round.help')}</p>
      <p role="status" className={classes.counts}>
        {parts.length > 0 ? <span>{parts.join(' ')}</span> : null}
        {doubt > 0 ? <b data-state="doubt">{translate('readings.round.doubtful', { count: doubt })}</b> : null}
        {failed > 0 ? <b data-state="failed">{translate('readings.round.failed', { count: failed })}</b> : null}
      </p>
    </div>
  );
}
