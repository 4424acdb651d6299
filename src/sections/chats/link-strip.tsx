import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ChatLink } from '#console/data/chat/tally.ts';
import { ActionButton } from '#console/ui/action-button.tsx';
import classes from './chats-page.module.css';

/** Time a first connection may take without a word, ms. */
const PATIENCE = 2_000;

/** The state of the line to the chat while it is not open (CHAT-10, CHAT-11). */
export function LinkStrip({ link, onRetry }: { link: ChatLink; onRetry: () => void }) {
  const translate = useTranslate();
  const [late, setLate] = useState(false);
  const silent = link === 'open' || link === 'off';
  useEffect(() => {
    setLate(false);
    if (link !== 'connecting') return;
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [link]);
  if (silent || (link === 'connecting' && !late)) return null;
  return (
    <div className={classes.strip} role="status">
      <span>{translate(`chats.link.${link}`)}</span>
      {link === 'waiting' ? (
        <ActionButton size="sm" onClick={onRetry}>
          {translate('chats.link.retry')}
        </ActionButton>
      ) : null}
    </div>
  );
}
