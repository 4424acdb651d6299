import BlockOutlined from '@mui/icons-material/BlockOutlined';
import { useTranslate } from 'react-admin';
import type { ChatStatus } from '#resources/protocol/chat.ts';
import classes from './pane.module.css';

/** What is wrong with who one writes with (CHAT-18…20). */
export function StatusNote({ status }: { status: Exclude<ChatStatus, 'active'> }) {
  const translate = useTranslate();
  return (
    <p className={classes.note}>
      <BlockOutlined aria-hidden />
      {translate(`chats.notes.${status}`)}
    </p>
  );
}
