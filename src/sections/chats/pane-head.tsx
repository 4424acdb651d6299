import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ConversationState } from '#console/data/chat/conversation-state.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { IconButton } from '#console/ui/icon-button.tsx';
import { momentText } from '#console/ui/moment.tsx';
import { Face } from './contact-row.tsx';
import { FindInChat } from './find-in-chat.tsx';
import classes from './pane.module.css';
import { usePane } from './pane-context.ts';

const GroupDialog = lazy(() => import('./groups/group-dialog.tsx'));

/** Who the open chat is with; the search in it, and who is in a group. */
export function PaneHead({
  person,
  title,
  group,
  where,
  typing,
  onBack,
  onGone,
}: {
  person: ChatPerson;
  /** Whom it is with, in words. */
  title: string;
  /** Null for a chat of two, and for a group one is not in. */
  group: ConversationState['group'];
  where: string;
  typing: boolean;
  onBack?: () => void;
  /** The group was left or deleted. */
  onGone: () => void;
}) {
  const translate = useTranslate();
  const { client } = usePane();
  const [finding, setFinding] = useState(false);
  const [managing, setManaging] = useState(false);
  const presence = person.online
    ? translate('chats.online')
    : person.seen
      ? translate('chats.seen', { when: momentText(new Date(person.seen).toISOString()) })
      : '';
  const line = typing ? translate('chats.typing') : [where, presence].filter(Boolean).join(' · ');
  return (
    <>
      <header className={classes.head}>
        {onBack ? (
          <IconButton label={translate('chats.back')} onClick={onBack}>
            <ArrowBack />
          </IconButton>
        ) : null}
        <Face name={title} photo={person.photo && client.fileAddress(person.photo)} online={person.online} />
        <div className={classes.who}>
          <h2>{title}</h2>
          <p data-typing={typing || undefined}>{line}</p>
        </div>
        <IconButton label={translate(finding ? 'chats.closeFind' : 'chats.find')} onClick={() => setFinding(!finding)}>
          {finding ? <Close /> : <SearchOutlined />}
        </IconButton>
        {group ? (
          <IconButton label={translate('chats.groups.settings')} onClick={() => setManaging(true)}>
            <GroupsOutlined />
          </IconButton>
        ) : null}
      </header>
      {group && managing ? (
        <Suspense>
          <GroupDialog
            client={client}
            person={person}
            group={group}
            onGone={onGone}
            onClose={() => setManaging(false)}
          />
        </Suspense>
      ) : null}
      {finding ? <FindInChat name={person.name} onClose={() => setFinding(false)} /> : null}
    </>
  );
}
