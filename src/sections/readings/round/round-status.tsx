import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './round.module.css';
import type { RoundStore } from './round-store.ts';

/**
 * Status of a round: number of cells by state, help about its keys, and buttons that repeat failed calls.
 * @param onLoad fetches the flats in view that failed to load; null if none failed
 */
export function RoundStatus({
  store,
  onLoad,
  children,
}: {
  store: RoundStore;
  onLoad: (() => void) | null;
  /** Rendered first. */
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const follow = useCallback((listener: () => void) => store.subscribe(null, listener), [store]);
  const { saving, saved: savedCount, failed, doubt } = useSyncExternalStore(follow, store.tally);
  const refusedCount = useSyncExternalStore(follow, store.countRefused);
  const countTexts = [
    saving > 0 ? translate('readings.round.saving') : null,
    savedCount > 0 ? translate('readings.round.saved', { count: savedCount }) : null,
  ].filter(Boolean);
  return (
    <div className={classes.status}>
      {children}
      <p className={classes.help}>{translate('readings.round.help')}</p>
      <div className={classes.counts}>
        <p role="status" className={classes.counts}>
          {countTexts.length > 0 ? <span>{countTexts.join(' ')}</span> : null}
          {doubt > 0 ? <b data-state="doubt">{translate('readings.round.doubtful', { count: doubt })}</b> : null}
          {failed > 0 ? <b data-state="failed">{translate('readings.round.failed', { count: failed })}</b> : null}
        </p>
        {refusedCount > 0 ? (
          <ActionButton size="sm" onClick={() => store.retry()}>
            {translate('readings.round.sendAgain')}
          </ActionButton>
        ) : null}
      </div>
      {onLoad ? (
        <p role="alert" className={classes.counts}>
          <b data-state="failed">{translate('readings.round.notLoaded')}</b>
          <button type="button" className="link" onClick={onLoad}>
            {translate('readings.round.loadAgain')}
          </button>
        </p>
      ) : null}
    </div>
  );
}
