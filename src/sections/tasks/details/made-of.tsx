import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { messagePlace } from '#console/data/chat/places.ts';
import type { TaskDetails } from '#resources/protocol/tasks.ts';
import classes from './details.module.css';

/** The way to what a request was made of: complaints, or the chat the message stands in. */
export function MadeOf({ source }: { source: NonNullable<TaskDetails['source']> }) {
  const translate = useTranslate();
  return (
    <p className={classes.muted}>
      {'complaint' in source ? (
        <Link className="link" to="/chats?complaints=true">
          {translate('complaints.madeOf')}
        </Link>
      ) : (
        <Link className="link" to={messagePlace(source.message)}>
          {translate('complaints.madeOfMessage')}
        </Link>
      )}
    </p>
  );
}
