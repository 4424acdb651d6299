import Portal from '@mui/material/Portal';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { isCancelled } from '#console/data/failures.ts';
import { hush, type Told, takeBack, type UndoOffer, useTold, useUndoOffer, withdrawUndo } from '#console/data/undo.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { announce } from '#console/ui/announce.ts';
import { headingInherits } from '#console/ui/focus-heir.ts';
import { MS } from '#resources/limits.ts';
import classes from './undo-toast.module.css';

/**
 * «Объявление удалено · Вернуть» at the lower edge for the ten seconds in which the server takes it back; of several the last
 * one, and after it was taken back the one before it, for what is left of its time.
 */
export function UndoToast() {
  const offer = useUndoOffer();
  const told = useTold();
  if (!offer && !told) return null;
  return (
    <Portal>
      <div className={classes.place}>
        {told ? <Sentence key={told.key} told={told} /> : null}
        {offer ? <Offer offer={offer} /> : null}
      </div>
    </Portal>
  );
}

/** Stands as long as the alert does. */
function Sentence({ told: { key, said } }: { told: Told }) {
  useEffect(() => {
    const timer = setTimeout(() => hush(key), MS.errorToast);
    return () => clearTimeout(timer);
  }, [key]);
  return (
    <div className={classes.toast}>
      <span className={classes.said}>{said}</span>
    </div>
  );
}

/** The same for one offer after the other, so that the focus stays on its button. */
function Offer({ offer: { key, said, until, busy } }: { offer: UndoOffer }) {
  const translate = useTranslate();
  const toast = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A call that is under way finds out by itself whether it came in time.
    if (busy) return;
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (toast.current?.contains(activeElement)) headingInherits(activeElement);
      withdrawUndo(key);
    }, until - performance.now());
    return () => clearTimeout(timer);
  }, [key, until, busy]);

  async function press({ detail }: MouseEvent) {
    // The second half of a double click is not meant for the offer that has come in the place of the first.
    if (detail > 1) return;
    try {
      await takeBack(key);
      announce(translate('shell.undo.done'));
    } catch (error) {
      // The alert has said why it did not come back.
      if (!(error instanceof Error) || isCancelled(error)) throw error;
    }
  }

  return (
    <div className={classes.toast} role="status" ref={toast}>
      <span className={classes.said}>{said}</span>
      <ActionButton size="sm" variant="ghost" busy={busy} onClick={(event) => void press(event)}>
        {translate('shell.undo.act')}
      </ActionButton>
      <TimeLeft key={key} until={until} />
    </div>
  );
}

/** A line that runs out with the offer, from where it is by now. */
function TimeLeft({ until }: { until: number }) {
  const [gone] = useState(() => Math.max(0, Math.round(MS.undo - (until - performance.now()))));
  const time = { animationDuration: `${MS.undo}ms`, animationDelay: `-${gone}ms` };
  return <span className={classes.time} style={time} data-motion="information" />;
}
