import Close from '@mui/icons-material/Close';
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Notice } from '#console/data/live/notice.ts';
import { noticeLink, noticeSign, noticeTitle } from '#console/data/live/notice-words.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { currentTime } from '#resources/clock.ts';
import { MS } from '#resources/limits.ts';
import classes from './stack.module.css';

/**
 * Lets a toast go when its time is up. While `paused` the clock stands still; afterwards it has the rest of its time.
 * @param onUp runs once
 */
function useToastTimer(paused: boolean, onUp: () => void): void {
  const timeLeft = useRef<number>(MS.notice);
  const up = useRef(onUp);
  up.current = onUp;
  useEffect(() => {
    if (paused) return;
    const began = currentTime();
    const timer = setTimeout(() => up.current(), timeLeft.current);
    return () => {
      clearTimeout(timer);
      timeLeft.current = Math.max(0, timeLeft.current - (currentTime() - began));
    };
  }, [paused]);
}

/**
 * One notification: icon, author and event, the first words of it. Opening it also takes it off the stack.
 * @param paused its time does not run: pointed at, focused, or the tab is hidden
 * @param onGone it was opened, or its time is up
 * @param onOpened it was opened
 * @param onClose its cross was pressed
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
  const sign = noticeSign(notice);
  useToastTimer(paused, () => onGone(notice.id));
  const Sign = sign === 'bell' ? NotificationsNoneOutlined : WarningAmberRounded;
  return (
    <li className={classes.toast} data-sign={sign}>
      <span className={classes.sign}>
        <Sign aria-hidden fontSize="small" data-icon={sign === 'bell' ? 'bell' : 'warning'} />
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
