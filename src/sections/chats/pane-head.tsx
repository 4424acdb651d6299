import ArrowBack from '@mui/icons-material/ArrowBack';
import Close from '@mui/icons-material/Close';
import GroupsOutlined from '@mui/icons-material/GroupsOutlined';
import MeetingRoomOutlined from '@mui/icons-material/MeetingRoomOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ConversationState } from '#console/data/chat/conversation-state.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { useRefusal } from '#console/data/session/access.ts';
import { unitPlace } from '#console/shell/places.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { shortMomentText } from '#console/ui/display/moment.tsx';
import type { ChatContact } from '#resources/protocol/chat/chat.ts';
import { Face } from './contact-row.tsx';
import { FindInChat } from './find-in-chat.tsx';
import classes from './pane.module.css';
import { usePane } from './pane-context.ts';

const GroupDialog = lazy(() => import('./groups/group-dialog.tsx'));

const PAGES = ['members', 'look', 'add'] as const;
/** A page of the window of a group. */
export type GroupPage = (typeof PAGES)[number];
/** The search in the chat has one page. */
const FINDING = ['on'] as const;

/** A page opened over a chat: the address names it, and the back button closes it. @param name its name in the address */
function useOverChat<Page extends string>(name: string, pages: readonly Page[]) {
  const [params, setParams] = useSearchParams();
  const state = (useLocation().state ?? {}) as { opened?: number; over?: boolean };
  const navigate = useNavigate();
  const page = pages.find((one) => one === params.get(name)) ?? null;
  const turn = (next: Page) => {
    const step = page ? state : { ...state, over: true, ...(state.opened ? { opened: state.opened + 1 } : {}) };
    setParams(
      (known) => {
        known.set(name, next);
        return known;
      },
      { replace: page !== null, state: step },
    );
  };
  const close = () => {
    if (state.over) return void navigate(-1);
    setParams(
      (known) => {
        known.delete(name);
        return known;
      },
      { replace: true, state },
    );
  };
  return { page, turn, close };
}

/** The contact of the open chat; the search in it, and the members of a group. */
export function PaneHead({
  person,
  title,
  group,
  where,
  flat,
  typing,
  onBack,
  onGone,
}: {
  person: ChatPerson;
  /** The contact's name as shown. */
  title: string;
  /** Null for a chat of two, and for a group one is not in. */
  group: ConversationState['group'];
  where: string;
  /** The contact's flat; null where it is not known. */
  flat: ChatContact['units'][number] | null;
  typing: boolean;
  onBack?: () => void;
  /** The group was left or deleted. */
  onGone: () => void;
}) {
  const translate = useTranslate();
  const { client } = usePane();
  const search = useOverChat('find', FINDING);
  const finding = search.page !== null;
  const dialog = useOverChat('group', PAGES);
  const presence = person.online
    ? translate('chats.online')
    : person.lastSeenAt
      ? translate('chats.seen', { when: shortMomentText(new Date(person.lastSeenAt).toISOString()) })
      : '';
  // On a phone the chat fills the whole page.
  const Heading = onBack ? 'h1' : 'h2';
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
          <Heading>{title}</Heading>
          <p data-typing={typing || undefined}>{line}</p>
        </div>
        {flat ? <FlatButton flat={flat} /> : null}
        <IconButton
          label={translate(finding ? 'chats.closeFind' : 'chats.find')}
          onClick={() => (finding ? search.close() : search.turn('on'))}
        >
          {finding ? <Close /> : <SearchOutlined />}
        </IconButton>
        {group ? (
          <IconButton label={translate('chats.groups.settings')} onClick={() => dialog.turn('members')}>
            <GroupsOutlined />
          </IconButton>
        ) : null}
      </header>
      {group && dialog.page ? (
        <Suspense>
          <GroupDialog
            client={client}
            person={person}
            group={group}
            onGone={onGone}
            page={dialog.page}
            onPage={dialog.turn}
            onClose={dialog.close}
          />
        </Suspense>
      ) : null}
      {finding ? <FindInChat name={person.name} onClose={search.close} /> : null}
    </>
  );
}

/** Leads to the card of a flat, with its requests, readings and announcements; nothing without the right to see residents. */
function FlatButton({ flat: { id, label, building } }: { flat: ChatContact['units'][number] }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const mayRead = useRefusal('residents', 'see') === null;
  if (!mayRead) return null;
  return (
    <IconButton
      label={translate('chats.openFlat', { label })}
      onClick={() => void navigate(unitPlace({ building: building.id, unit: id, label }))}
    >
      <MeetingRoomOutlined />
    </IconButton>
  );
}
