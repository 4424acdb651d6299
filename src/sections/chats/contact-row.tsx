import { useTranslate } from 'react-admin';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { useToday } from '#console/data/today.ts';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { readDraft } from './chat-drafts.ts';
import classes from './contact-list.module.css';
import { contactTitle } from './contact-scope.ts';
import { lastMessageTimeText } from './format.ts';

/** One contact: photo, name, home or position, last message or draft with its time, unread count (CHAT-04). */
export function ContactRow({
  person,
  subtitle,
  last,
  photo,
  typing,
  isChosen,
  onChosen,
}: {
  person: ChatPerson;
  subtitle: string;
  /** Text of the last message; empty if unknown. */
  last: string;
  photo: string | null;
  typing: boolean;
  isChosen: boolean;
  onChosen: () => void;
}) {
  const translate = useTranslate();
  const today = useToday();
  const draft = isChosen ? '' : readDraft(person.name);
  // A new chat may be received before the name of its contact.
  const isNew = !person.title && person.isKnown && person.touched === 0;
  const name = isNew ? translate('ui.busy') : contactTitle(person, translate);
  const lastLine = draft ? translate('chats.draft', { text: draft }) : last;
  const line = typing ? translate('chats.typing') : lastLine;
  return (
    <button
      type="button"
      className={person.unread ? `${classes.row} ${classes.unread}` : classes.row}
      aria-current={isChosen || undefined}
      onClick={onChosen}
    >
      <ContactAvatar name={name} photo={photo} online={person.online} />
      <b>{name}</b>
      <time>{person.touched ? lastMessageTimeText(person.touched, translate, today) : ''}</time>
      {subtitle && line ? <span className={`${classes.line} ${classes.where}`}>{subtitle}</span> : null}
      <span className={typing ? `${classes.line} ${classes.typing}` : classes.line}>{line || subtitle}</span>
      {person.unread ? (
        <span className={classes.count}>
          <span className="sr-only">{translate('chats.unread', { count: person.unread })}</span>
          <span aria-hidden>{person.unread}</span>
        </span>
      ) : null}
    </button>
  );
}

/** A photo, with a green dot while the person is online. */
export function ContactAvatar({ name, photo, online }: { name: string; photo: string | null; online: boolean }) {
  const translate = useTranslate();
  return (
    <span className={classes.face}>
      <Avatar name={name} picture={photo} size={40} />
      {online ? <span className={classes.dot} role="img" aria-label={translate('chats.online')} /> : null}
    </span>
  );
}
