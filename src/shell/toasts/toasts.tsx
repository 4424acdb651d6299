import Portal from '@mui/material/Portal';
import {
  Children,
  isValidElement,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import {
  CloseNotificationContext,
  useNotificationContext,
  useNotify,
  useTakeUndoableMutation,
  useTranslate,
} from 'react-admin';
import { Link, useBeforeUnload } from 'react-router';
import { isCancelled, reportFailure } from '#console/data/http/failures.ts';
import {
  offerUndo,
  type ToastLink,
  type ToastOptions,
  takeBack,
  type UndoOffer,
  useUndoOffer,
  withdrawUndo,
} from '#console/data/undo.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { focusHeadingInstead } from '#console/ui/dialogs/focus-fallback.ts';
import { announce } from '#console/ui/states/announce.ts';
import { MS } from '#resources/limits.ts';
import classes from './toasts.module.css';

/** A toast about an action that cannot be undone. */
interface ActionNotice {
  /** Tells one sentence from the next. */
  key: number;
  sentence: ReactNode;
  link: ToastLink | undefined;
  /** Milliseconds it stands; null: until it is closed. */
  time: number | null;
}

/**
 * The one place at the lower edge that says what an action did. «Объявление удалено · Вернуть» stays for the ten seconds in which
 * the server takes it back; of several the last one, and after it was taken back the one before it, for what is left of its time.
 * Above it what was done for good: «Заявка № 128 создана · Открыть». Everything is said by react-admin's `useNotify`.
 */
export function Toasts() {
  const offer = useUndoOffer();
  const [notice, hush] = useNotifications();
  if (!offer && !notice) return null;
  return (
    <Portal>
      <div className={classes.place}>
        {notice ? <Sentence key={notice.key} told={notice} onEnd={hush} /> : null}
        {offer ? <Offer offer={offer} /> : null}
      </div>
    </Portal>
  );
}

/**
 * Takes what was said by `useNotify`: failures go to the alert, what can be undone is offered, the rest is said.
 * @returns the sentence said last, and what ends it
 */
function useNotifications(): [told: ActionNotice | null, hush: () => void] {
  const translate = useTranslate();
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const [notice, setNotice] = useState<ActionNotice | null>(null);
  useEffect(() => {
    if (!notifications.length) return;
    const notification = takeNotification();
    if (!notification) return;
    const { message, type } = notification;
    const options: ToastOptions = notification.notificationOptions ?? {};
    const sentence = typeof message === 'string' ? translate(message, options.messageArgs) : message;
    if (type === 'error') {
      reportFailure(null, nodeText(sentence));
      return;
    }
    const mutation = options.undoable ? takeMutation() : null;
    if (mutation) {
      offerUndo({
        sentence,
        undo: async () => mutation({ isUndo: true }),
        end: () => mutation({ isUndo: false }),
      });
    } else if (options.undo) {
      const { undo, kind, undoTime } = options;
      offerUndo({ sentence, undo, ...(kind ? { kind } : {}) }, undoTime);
    } else {
      const { link, autoHideDuration = link ? MS.undo : MS.toast } = options;
      setNotice((before) => ({ key: (before?.key ?? 0) + 1, sentence, link, time: autoHideDuration }));
    }
  }, [notifications, takeNotification, takeMutation, translate]);
  return [notice, useCallback(() => setNotice(null), [])];
}

/** The words of an element: the alert shows text alone. */
function nodeText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  return Children.toArray(isValidElement<{ children?: ReactNode }>(node) ? node.props.children : node)
    .map((child) => (child === node ? '' : nodeText(child)))
    .join('');
}

/** Has screen readers hear what an element says. @returns where the element is to be put */
function useAnnounced(content: ReactNode) {
  const text = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is heard whenever another thing is said
  useEffect(() => announce(text.current?.textContent ?? ''), [content]);
  return text;
}

/** Stands as long as the alert does, and while it is pointed at or holds the focus; a way to somewhere stands longer. */
function Sentence({ told: { sentence, link, time }, onEnd }: { told: ActionNotice; onEnd: () => void }) {
  const [isHeld, setIsHeld] = useState(false);
  const text = useAnnounced(sentence);
  useEffect(() => {
    if (isHeld || time === null) return;
    const timer = setTimeout(onEnd, time);
    return () => clearTimeout(timer);
  }, [time, isHeld, onEnd]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it from going away
    <div
      className={classes.toast}
      data-toast
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className={classes.said} ref={text}>
        <CloseNotificationContext.Provider value={onEnd}>{sentence}</CloseNotificationContext.Provider>
      </span>
      {link ? (
        <Link className={classes.link} to={link.to} state={link.state} onClick={onEnd}>
          {link.label}
        </Link>
      ) : null}
    </div>
  );
}

/** The same for one offer after the other, so that the focus stays on its button. */
function Offer({ offer: { key, sentence, until, busy, end } }: { offer: UndoOffer }) {
  const translate = useTranslate();
  const notify = useNotify();
  const toast = useRef<HTMLDivElement>(null);

  const isUnsent = end !== undefined;
  useBeforeUnload((event) => {
    // A change that waits for its time to be sent would be lost with the page.
    if (isUnsent) event.preventDefault();
  });

  useEffect(() => {
    // A call that is under way finds out by itself whether it came in time.
    if (busy) return;
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (toast.current?.contains(activeElement)) focusHeadingInstead(activeElement);
      withdrawUndo(key);
    }, until - performance.now());
    return () => clearTimeout(timer);
  }, [key, until, busy]);

  async function press({ detail }: MouseEvent) {
    // The second half of a double click is not meant for the offer that has come in the place of the first.
    if (detail > 1) return;
    try {
      await takeBack(key);
      notify('shell.undo.done');
    } catch (error) {
      // The alert has said why it did not come back.
      if (!(error instanceof Error) || isCancelled(error)) throw error;
    }
  }

  return (
    <div className={classes.toast} data-toast role="status" ref={toast}>
      <span className={classes.said}>{sentence}</span>
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
