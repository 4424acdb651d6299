import Close from '@mui/icons-material/Close';
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Notice } from '#console/data/notice.ts';
import { noticeLink, noticeSign, noticeTitle } from '#console/data/notice-words.ts';
import { IconButton } from '#console/ui/icon-button.tsx';
import classes from './stack.module.css';
import { useToastTimer } from './toast-timer.ts';

/**
 * One notification: icon, who did what, the first words of it. Opening it also takes it off the stack.
 * @param paused its time does not run: pointed at, focused, or the tab is hidden
 * @param onGone it was opened, or its time is up
 * @param onClose its cross was pressed
 */
export function Toast({
  notice,
  paused,
  onGone,
  onClose,
}: {
  notice: Notice;
  paused: boolean;
  onGone: (id: string) => void;
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
      <Link className={classes.text} to={noticeLink(notice)} onClick={() => onGone(notice.id)}>
        <b>{title}</b>
        {notice.message ? <span>{notice.message}</span> : null}
      </Link>
      <IconButton label={translate('notices.hide', { title })} onClick={() => onClose(notice.id)}>
        <Close />
      </IconButton>
    </li>
  );
}
