import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { createListeners } from '#console/data/listeners.ts';
import { useUnreadNotices } from '#console/data/live/notice-centre.ts';
import { useOwnServerFeature } from '#console/data/session/features.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { createPrefetchHandler } from '#console/ui/timing/prefetch-handler.ts';
import menu from '../menu/menu.module.css';
import classes from './bell.module.css';

const loadPanel = () => import('./notice-panel.tsx');
const NoticePanel = lazy(loadPanel);
const fetchPanel = createPrefetchHandler(loadPanel);
const listeners = createListeners();

/** Shows the notification panel when one of its buttons is pressed. */
export function NoticesHost() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => listeners.subscribe(() => setIsOpen(true)), []);
  const close = useCallback(() => setIsOpen(false), []);
  return <Suspense>{isOpen ? <NoticePanel onClose={close} /> : null}</Suspense>;
}

/** Whether there is a notification centre: the server stores notifications, and the console is not viewed as another person. */
const useHasNotices = (): boolean => useOwnServerFeature('notices');

/** Larger numbers are shown as «99+». */
const MAX_SHOWN = 99;

function useLabel(): [label: string, count: string] {
  const translate = useTranslate();
  const unread = useUnreadNotices();
  const count = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread > 0 ? String(unread) : '';
  return [count ? translate('shell.notices.unread', { count }) : translate('shell.notices.title'), count];
}

/** The bell in the page header with the number of unread notifications; on phones it is in «Ещё». */
export function Bell() {
  const [label, count] = useLabel();
  if (!useHasNotices()) return null;
  return (
    <span className={classes.bell} onPointerEnter={fetchPanel}>
      <IconButton label={label} onClick={listeners.notify}>
        <NotificationsNoneOutlined aria-hidden />
      </IconButton>
      {count ? (
        <i aria-hidden className={classes.count}>
          {count}
        </i>
      ) : null}
    </span>
  );
}

/**
 * The bell as an entry of the phone menu.
 * @param onOpen called before the panel opens
 */
export function NoticesEntry({ onOpen }: { onOpen: () => void }) {
  const translate = useTranslate();
  const [label, count] = useLabel();
  if (!useHasNotices()) return null;
  return (
    <button
      type="button"
      className={menu.item}
      aria-haspopup="dialog"
      aria-label={label}
      onClick={() => {
        onOpen();
        listeners.notify();
      }}
    >
      <NotificationsNoneOutlined aria-hidden />
      <span>{translate('shell.notices.title')}</span>
      {count ? (
        <i aria-hidden className={classes.inline}>
          {count}
        </i>
      ) : null}
    </button>
  );
}
