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
  runUndo,
  type ToastLink,
  type ToastOptions,
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
  /** Unique key. */
  key: number;
  sentence: ReactNode;
  link: ToastLink | undefined;
  /** Duration, ms; null: until it is closed. */
  duration: number | null;
}

/**
 * Toasts at the lower edge that report actions. «Объявление удалено · Вернуть» stays for the ten seconds in which the server can
 * undo it; of several offers only the newest is shown, and after its undo the previous one for its remaining time. Above it a
 * toast about an action without undo: «Заявка № 128 создана · Открыть». All come from `useNotify` of react-admin.
 */
export function Toasts() {
  const offer = useUndoOffer();
  const [notice, closeNotice] = useNotifications();
  if (!offer && !notice) return null;
  return (
    <Portal>
      <div className={classes.place}>
        {notice ? <NoticeToast key={notice.key} notice={notice} onEnd={closeNotice} /> : null}
        {offer ? <UndoToast offer={offer} /> : null}
      </div>
    </Portal>
  );
}

/**
 * Handles notifications of `useNotify`: errors go to the alert, undoable actions become offers, others are returned.
 * @returns the latest notification, and a function to close it
 */
function useNotifications(): [notice: ActionNotice | null, closeNotice: () => void] {
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
      reportFailure(null, getNodeText(sentence));
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
      setNotice((previous) => ({ key: (previous?.key ?? 0) + 1, sentence, link, duration: autoHideDuration }));
    }
  }, [notifications, takeNotification, takeMutation, translate]);
  return [notice, useCallback(() => setNotice(null), [])];
}

/** The text of a node, because the alert shows only text. */
function getNodeText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  return Children.toArray(isValidElement<{ children?: ReactNode }>(node) ? node.props.children : node)
    .map((child) => (child === node ? '' : getNodeText(child)))
    .join('');
}

/**
 * Announces the text of an element to screen readers.
 * @returns ref for the element
 */
function useAnnouncement(content: ReactNode) {
  const text = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: announces again when the content changes
  useEffect(() => announce(text.current?.textContent ?? ''), [content]);
  return text;
}

/** A toast without undo: shown as long as the alert, longer with a link, and while hovered or focused. */
function NoticeToast({ notice: { sentence, link, duration }, onEnd }: { notice: ActionNotice; onEnd: () => void }) {
  const [isPaused, setIsPaused] = useState(false);
  const text = useAnnouncement(sentence);
  useEffect(() => {
    if (isPaused || duration === null) return;
    const timer = setTimeout(onEnd, duration);
    return () => clearTimeout(timer);
  }, [duration, isPaused, onEnd]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      className={classes.toast}
      data-toast
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
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

/** An offer with an undo button; the same component for successive offers, so that the button keeps the focus. */
function UndoToast({ offer: { key, sentence, until, busy, end } }: { offer: UndoOffer }) {
  const translate = useTranslate();
  const notify = useNotify();
  const toast = useRef<HTMLDivElement>(null);

  const isUnsent = end !== undefined;
  useBeforeUnload((event) => {
    // A change that has not been sent yet would be lost with the page.
    if (isUnsent) event.preventDefault();
  });

  useEffect(() => {
    // A pending undo learns from the server whether it was in time.
    if (busy) return;
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (toast.current?.contains(activeElement)) focusHeadingInstead(activeElement);
      withdrawUndo(key);
    }, until - performance.now());
    return () => clearTimeout(timer);
  }, [key, until, busy]);

  async function handlePress({ detail }: MouseEvent) {
    // The second click of a double click must not undo the next offer, which has taken the place of the first.
    if (detail > 1) return;
    try {
      await runUndo(key);
      notify('shell.undo.done');
    } catch (error) {
      // The alert has shown why it failed.
      if (!(error instanceof Error) || isCancelled(error)) throw error;
    }
  }

  return (
    <div className={classes.toast} data-toast role="status" ref={toast}>
      <span className={classes.said}>{sentence}</span>
      <ActionButton size="sm" variant="ghost" busy={busy} onClick={(event) => void handlePress(event)}>
        {translate('shell.undo.act')}
      </ActionButton>
      <TimeLeft key={key} until={until} />
    </div>
  );
}

/** A bar that shrinks with the remaining time, starting from the time already elapsed. */
function TimeLeft({ until }: { until: number }) {
  const [elapsedMs] = useState(() => Math.max(0, Math.round(MS.undo - (until - performance.now()))));
  const time = { animationDuration: `${MS.undo}ms`, animationDelay: `-${elapsedMs}ms` };
  return <span className={classes.time} style={time} data-motion="information" />;
}
