import SentimentSatisfiedAltOutlined from '@mui/icons-material/SentimentSatisfiedAltOutlined';
import Popover from '@mui/material/Popover';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Reason, type ReasonText } from '#console/ui/inputs/reason.tsx';
import classes from './composer.module.css';

const EMOJI = [
  ...[
    '🙂',
    '😊',
    '😀',
    '😂',
    '😉',
    '😍',
    '🤔',
    '😐',
    '😔',
    '😢',
    '😡',
    '🙏',
    '👍',
    '👎',
    '👌',
    '👏',
    '🤝',
    '💪',
    '❤️',
    '🔥',
  ],
  ...[
    '✅',
    '❌',
    '❗',
    '❓',
    '⚠️',
    '⏰',
    '📅',
    '📎',
    '📷',
    '📞',
    '🏠',
    '🏢',
    '🚪',
    '🔑',
    '🛗',
    '🚿',
    '💧',
    '💡',
    '🔧',
    '🎉',
  ],
];

/** Inserts an emoji into the text; disabled with a reason where writing is not allowed (PERM-07). */
export function EmojiButton({ refusal, onEmoji }: { refusal: ReasonText | null; onEmoji: (emoji: string) => void }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Reason reason={refusal}>
        <button
          type="button"
          className={classes.smile}
          aria-label={translate('chats.emoji')}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          aria-disabled={refusal ? true : undefined}
          onClick={(event) => {
            if (!refusal) setAnchor(event.currentTarget);
          }}
        >
          <SentimentSatisfiedAltOutlined aria-hidden />
        </button>
      </Reason>
      {anchor ? (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
          transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          slotProps={{ paper: { 'aria-label': translate('chats.emoji') } }}
        >
          <div className={classes.emoji}>
            {EMOJI.map((emoji) => (
              <button
                key={emoji}
                type="button"
                onClick={() => {
                  setAnchor(null);
                  onEmoji(emoji);
                }}
              >
                {emoji}
              </button>
            ))}
          </div>
        </Popover>
      ) : null}
    </>
  );
}
