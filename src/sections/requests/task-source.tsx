import LinkOutlined from '@mui/icons-material/Link';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { messagePlace } from '#console/data/chat/places.ts';
import type { TaskSource } from '#resources/protocol/tasks.ts';
import classes from './task-source.module.css';

/** Says in the form of a new request what it will be made of: a complaint, or a message of a chat. */
export default function TaskSourceNote() {
  const translate = useTranslate();
  const source = useWatch({ name: 'source' }) as TaskSource | null;
  if (!source) return null;
  const [to, said] =
    'complaint' in source
      ? ['/chats?complaints=true', 'complaint' as const]
      : [messagePlace(source.message), 'message' as const];
  return (
    <p className={classes.note}>
      <LinkOutlined aria-hidden fontSize="small" />
      <Link className="link" to={to}>
        {translate(`tasks.source.${said}`)}
      </Link>
    </p>
  );
}
