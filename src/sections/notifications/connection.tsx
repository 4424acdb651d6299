import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { LiveState } from '#console/data/live/live.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { announce } from '#console/ui/states/announce.ts';
import classes from './stack.module.css';

/** Delay before a lost connection is shown, ms; a restarting server is back sooner. */
const NOTICE_DELAY_MS = 3_000;

/** Notice that the connection to the server is lost; also announces when it is restored. */
export function ConnectionNotice({ state, onRetry }: { state: LiveState; onRetry: () => void }) {
  const translate = useTranslate();
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    if (state !== 'waiting') {
      setIsLost((before) => {
        if (before && state === 'open') announce(translate('notices.connection.restored'));
        return false;
      });
      return;
    }
    const timer = setTimeout(() => {
      setIsLost(true);
      announce(translate('notices.connection.lost'));
    }, NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [state, translate]);
  if (!isLost) return null;
  return (
    <div className={classes.connection}>
      <CloudOffOutlined aria-hidden />
      <span>
        {translate('notices.connection.lost')}. {translate('notices.connection.trying')}
      </span>
      <ActionButton size="sm" variant="ghost" onClick={onRetry}>
        {translate('notices.connection.again')}
      </ActionButton>
    </div>
  );
}
