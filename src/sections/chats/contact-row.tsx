import { useTranslate } from 'react-admin';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { useToday } from '#console/data/today.ts';
import { Avatar } from '#console/ui/avatar.tsx';
import classes from './contact-list.module.css';
import { touchedText } from './moments.ts';
import { typedIn } from './own-drafts.ts';
import { titleOf } from './places.ts';

/** One contact: name, photo, address, entrance, unread count, time of the last message (CHAT-04). */
export function ContactRow({
  person,
  where,
  photo,
  typing,
  chosen,
  onChosen,
}: {
  person: ChatPerson;
  where: string;
  photo: string | null;
  typing: boolean;
  chosen: boolean;
  onChosen: () => void;
}) {
  const translate = useTranslate();
  const today = useToday();
  const draft = chosen ? '' : typedIn(person.name);
  const line = draft ? translate('chats.draft', { text: draft }) : where;
  return (
    <button
      type="button"
      className={person.unread ? `${classes.row} ${classes.unread}` : classes.row}
      aria-current={chosen || undefined}
      onClick={onChosen}
    >
      <Face name={titleOf(person, translate)} photo={photo} online={person.online} />
      <b>{titleOf(person, translate)}</b>
      <time>{person.touched ? touchedText(person.touched, translate, today) : ''}</time>
      <span className={typing ? `${classes.line} ${classes.typing}` : classes.line}>
        {typing ? translate('chats.typing') : line}
      </span>
      {person.unread ? (
        <span className={classes.count}>
          <span className="sr-only">{translate('chats.unread', { count: person.unread })}</span>
          <span aria-hidden>{person.unread}</span>
        </span>
      ) : null}
    </button>
  );
}

/** A photo with the green dot of who is online. */
export function Face({ name, photo, online }: { name: string; photo: string | null; online: boolean }) {
  const translate = useTranslate();
  return (
    <span className={classes.face}>
      <Avatar name={name} picture={photo} size={40} />
      {online ? <span className={classes.dot} role="img" aria-label={translate('chats.online')} /> : null}
    </span>
  );
}
