import Portal from '@mui/material/Portal';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { isCancelled } from '#console/data/failures.ts';
import { type UndoOffer, useUndoOffer, withdrawUndo } from '#console/data/undo.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { announce } from '#console/ui/announce.ts';
import { MS } from '#resources/limits.ts';
import classes from './undo-toast.module.css';

/** «Объявление удалено · Вернуть» at the lower edge for the ten seconds in which the server takes it back. */
export function UndoToast() {
  const offer = useUndoOffer();
  return offer ? <Offer key={offer.key} offer={offer} /> : null;
}

function Offer({ offer: { key, said, undo } }: { offer: UndoOffer }) {
  const translate = useTranslate();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    // A call that is under way finds out by itself whether it came in time.
    if (busy) return;
    const timer = setTimeout(() => withdrawUndo(key), MS.undo);
    return () => clearTimeout(timer);
  }, [key, busy]);

  async function takeBack() {
    setBusy(true);
    try {
      await undo();
      announce(translate('shell.undo.done'));
    } catch (error) {
      // The alert has said why it did not come back.
      if (!(error instanceof Error) || isCancelled(error)) throw error;
    } finally {
      withdrawUndo(key);
    }
  }

  return (
    <Portal>
      <div className={classes.toast} role="status">
        <span className={classes.said}>{said}</span>
        <ActionButton size="sm" variant="ghost" busy={busy} onClick={() => void takeBack()}>
          {translate('shell.undo.act')}
        </ActionButton>
        <span className={classes.time} style={{ animationDuration: `${MS.undo}ms` }} data-motion="information" />
      </div>
    </Portal>
  );
}
