import Portal from '@mui/material/Portal';
import { Children, isValidElement, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNotificationContext, useTakeUndoableMutation, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { isCancelled, reportFailure } from '#console/data/failures.ts';
import {
  hush,
  offerUndo,
  type Told,
  takeBack,
  tell,
  type UndoOffer,
  useTold,
  useUndoOffer,
  withdrawUndo,
} from '#console/data/undo.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import { announce } from '#console/ui/announce.ts';
import { headingInherits } from '#console/ui/focus-heir.ts';
import { MS } from '#resources/limits.ts';
import classes from './toasts.module.css';

/**
 * The one place at the lower edge that says what an action did. «Объявление удалено · Вернуть» stays for the ten seconds in which
 * the server takes it back; of several the last one, and after it was taken back the one before it, for what is left of its time.
 * Above it what was done for good: «Заявка № 128 создана · Открыть». What widgets say by react-admin's `useNotify` comes here too.
 */
export function Toasts() {
  const offer = useUndoOffer();
  const told = useTold();
  useReactAdminNotifications();
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

/** Passes on what was said by `useNotify`: failures to the alert, what can be undone as an offer, the rest as a sentence. */
function useReactAdminNotifications(): void {
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  useEffect(() => {
    if (!notifications.length) return;
    const notification = takeNotification();
    if (!notification) return;
    const { message, type, notificationOptions: { messageArgs, undoable } = {} } = notification;
    const said = typeof message === 'string' ? translate(message, messageArgs) : renderToText(message);
    if (type === 'error') {
      reportFailure(null, said);
      return;
    }
    const mutation = undoable ? takeMutation() : null;
    if (!mutation) {
      tell(said);
      return;
    }
    offerUndo({ said, undo: async () => mutation({ isUndo: true }), end: () => mutation({ isUndo: false }) });
  }, [notifications, takeNotification, takeMutation, translate]);
}

/** The words of an element. */
function renderToText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  return Children.toArray(isValidElement<{ children?: ReactNode }>(node) ? node.props.children : node)
    .map((child) => (child === node ? '' : renderToText(child)))
    .join('');
}

/** Stands as long as the alert does, and while it is pointed at or holds the focus; a way to somewhere stands longer. */
function Sentence({ told: { key, said, link } }: { told: Told }) {
  const [held, setHeld] = useState(false);
  useEffect(() => announce(said), [said]);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => hush(key), link ? MS.undo : MS.errorToast);
    return () => clearTimeout(timer);
  }, [key, link, held]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it from going away
    <div
      className={classes.toast}
      data-toast
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.said}>{said}</span>
      {link ? (
        <Link className={classes.link} to={link.to} onClick={() => hush(key)}>
          {link.label}
        </Link>
      ) : null}
    </div>
  );
}

/** The same for one offer after the other, so that the focus stays on its button. */
function Offer({ offer: { key, said, until, busy, end } }: { offer: UndoOffer }) {
  const translate = useTranslate();
  const toast = useRef<HTMLDivElement>(null);

  const isUnsent = end !== undefined;
  useEffect(() => {
    if (!isUnsent) return;
    // What waits for its time to be sent would be lost with the page.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [isUnsent]);

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
    <div className={classes.toast} data-toast role="status" ref={toast}>
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
