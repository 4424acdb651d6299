import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { LiveState } from '#console/data/live/live.ts';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { announce } from '#console/ui/states/announce.ts';
import classes from './stack.module.css';

/** How long the line may be broken without a word, ms: a server that restarts is back sooner. */
const PATIENCE = 3_000;

/** Says that the line to the server is broken, and that it is back; silent while all is well. */
export function Connection({ state, onRetry }: { state: LiveState; onRetry: () => void }) {
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
    }, PATIENCE);
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
