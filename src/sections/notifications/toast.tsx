import Close from '@mui/icons-material/Close';
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Notice } from '#console/data/live/notice.ts';
import { noticeIcon, noticeLink, noticeTitle } from '#console/data/live/notice-words.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { currentTime } from '#resources/clock.ts';
import { MS } from '#resources/limits.ts';
import classes from './stack.module.css';

/**
 * Timer of a toast. While `paused` it stops and afterwards continues with the remaining time.
 * @param onUp called once when the time is up
 */
function useToastTimer(paused: boolean, onUp: () => void): void {
  const timeLeft = useRef<number>(MS.notice);
  const latestOnUp = useRef(onUp);
  latestOnUp.current = onUp;
  useEffect(() => {
    if (paused) return;
    const startedAt = currentTime();
    const timer = setTimeout(() => latestOnUp.current(), timeLeft.current);
    return () => {
      clearTimeout(timer);
      timeLeft.current = Math.max(0, timeLeft.current - (currentTime() - startedAt));
    };
  }, [paused]);
}

/**
 * One notification: icon, author and event, beginning of its text. Opening it also removes it from the stack.
 * @param paused whether its timer is paused: hovered, focused, or the tab is hidden
 * @param onGone called when it was opened or its time is up
 * @param onOpened called when it was opened
 * @param onClose called by its close button
 */
export function Toast({
  notice,
  paused,
  onGone,
  onOpened,
  onClose,
}: {
  notice: Notice;
  paused: boolean;
  onGone: (id: string) => void;
  onOpened?: ((id: string) => void) | undefined;
  onClose: (id: string) => void;
}) {
  const translate = useTranslate();
  const title = noticeTitle(notice);
  const sign = noticeIcon(notice);
  useToastTimer(paused, () => onGone(notice.id));
  const Icon = sign === 'bell' ? NotificationsNoneOutlined : WarningAmberRounded;
  return (
    <li className={classes.toast} data-sign={sign}>
      <span className={classes.sign}>
        <Icon aria-hidden fontSize="small" data-icon={sign === 'bell' ? 'bell' : 'warning'} />
      </span>
      <Link
        className={classes.text}
        to={noticeLink(notice)}
        onClick={() => {
          onOpened?.(notice.id);
          onGone(notice.id);
        }}
      >
        <b>{title}</b>
        {notice.message ? <span>{notice.message}</span> : null}
      </Link>
      <IconButton label={translate('notices.hide', { title })} onClick={() => onClose(notice.id)}>
        <Close />
      </IconButton>
    </li>
  );
}
