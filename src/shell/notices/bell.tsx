import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { createListeners } from '#console/data/listeners.ts';
import { useUnreadNotices } from '#console/data/live/notice-centre.ts';
import { useOwnAddition } from '#console/data/session/features.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { fetchAhead } from '#console/ui/timing/fetch-ahead.ts';
import menu from '../menu/menu.module.css';
import classes from './bell.module.css';

const load = () => import('./notice-panel.tsx');
const NoticePanel = lazy(load);
const fetchPanel = fetchAhead(load);
const listeners = createListeners();

/** Shows the notifications of the last weeks, wherever their button was pressed. */
export function NoticesHost() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => listeners.follow(() => setOpen(true)), []);
  const close = useCallback(() => setOpen(false), []);
  return <Suspense>{isOpen ? <NoticePanel onClose={close} /> : null}</Suspense>;
}

/** Whether there is a notification centre: the server keeps what was told, and it is the person's own. */
const useHasNotices = (): boolean => useOwnAddition('notices');

/** Greatest number that is written out. */
const MOST = 99;

function useLabel(): [label: string, count: string] {
  const translate = useTranslate();
  const unread = useUnreadNotices();
  const count = unread > MOST ? `${MOST}+` : unread > 0 ? String(unread) : '';
  return [count ? translate('shell.notices.unread', { count }) : translate('shell.notices.title'), count];
}

/** The bell of the header, with the number of what is unread; on a phone it stands in «Ещё». */
export function Bell() {
  const [label, count] = useLabel();
  if (!useHasNotices()) return null;
  return (
    <span className={classes.bell} onPointerEnter={fetchPanel}>
      <IconButton label={label} onClick={listeners.tell}>
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

/** The same as an entry of the menu of a phone. @param onOpen it is about to open */
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
        listeners.tell();
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
