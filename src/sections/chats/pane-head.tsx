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
import { unitLink } from '#console/shell/page-links.ts';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { shortMomentText } from '#console/ui/display/moment.tsx';
import type { ChatContact } from '#resources/protocol/chat/chat.ts';
import { ContactAvatar } from './contact-row.tsx';
import { FindInChat } from './find-in-chat.tsx';
import classes from './pane.module.css';
import { usePane } from './pane-context.ts';

const GroupDialog = lazy(() => import('./groups/group-dialog.tsx'));

const GROUP_PAGES = ['members', 'look', 'add'] as const;
/** A page of the group dialog. */
export type GroupPage = (typeof GROUP_PAGES)[number];
/** The search in the chat has a single page. */
const FIND_PAGES = ['on'] as const;

/** State of an overlay of the chat, kept in the query string, so that the back button closes it. @param name query parameter */
function useOverlayParam<Page extends string>(name: string, pages: readonly Page[]) {
  const [params, setParams] = useSearchParams();
  const state = (useLocation().state ?? {}) as { opened?: number; over?: boolean };
  const navigate = useNavigate();
  const page = pages.find((one) => one === params.get(name)) ?? null;
  const open = (next: Page) => {
    const step = page ? state : { ...state, over: true, ...(state.opened ? { opened: state.opened + 1 } : {}) };
    setParams(
      (query) => {
        query.set(name, next);
        return query;
      },
      { replace: page !== null, state: step },
    );
  };
  const close = () => {
    if (state.over) return void navigate(-1);
    setParams(
      (query) => {
        query.delete(name);
        return query;
      },
      { replace: true, state },
    );
  };
  return { page, turn: open, close };
}

/** Header of the open chat: contact, search, and the dialog of a group. */
export function PaneHead({
  person,
  title,
  group,
  subtitle,
  flat,
  typing,
  onBack,
  onGone,
}: {
  person: ChatPerson;
  /** Display name of the contact. */
  title: string;
  /** Null for a chat of two, and for a group the user is not a member of. */
  group: ConversationState['group'];
  subtitle: string;
  /** The contact's flat; null if unknown. */
  flat: ChatContact['units'][number] | null;
  typing: boolean;
  onBack?: () => void;
  /** Called after the group was left or deleted. */
  onGone: () => void;
}) {
  const translate = useTranslate();
  const { client } = usePane();
  const search = useOverlayParam('find', FIND_PAGES);
  const isFinding = search.page !== null;
  const dialog = useOverlayParam('group', GROUP_PAGES);
  const presence = person.online
    ? translate('chats.online')
    : person.lastSeenAt
      ? translate('chats.seen', { when: shortMomentText(new Date(person.lastSeenAt).toISOString()) })
      : '';
  // On a phone the chat fills the whole page, so its title is the heading of the page.
  const Heading = onBack ? 'h1' : 'h2';
  const line = typing ? translate('chats.typing') : [subtitle, presence].filter(Boolean).join(' · ');
  return (
    <>
      <header className={classes.head}>
        {onBack ? (
          <IconButton label={translate('chats.back')} onClick={onBack}>
            <ArrowBack />
          </IconButton>
        ) : null}
        <ContactAvatar name={title} photo={person.photo && client.fileAddress(person.photo)} online={person.online} />
        <div className={classes.who}>
          <Heading>{title}</Heading>
          <p data-typing={typing || undefined}>{line}</p>
        </div>
        {flat ? <FlatButton flat={flat} /> : null}
        <IconButton
          label={translate(isFinding ? 'chats.closeFind' : 'chats.find')}
          onClick={() => (isFinding ? search.close() : search.turn('on'))}
        >
          {isFinding ? <Close /> : <SearchOutlined />}
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
      {isFinding ? <FindInChat name={person.name} onClose={search.close} /> : null}
    </>
  );
}

/** Link to the card of a flat with its requests, readings and announcements; hidden without the right to see residents. */
function FlatButton({ flat: { id, label, building } }: { flat: ChatContact['units'][number] }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const canSeeResidents = useRefusal('residents', 'see') === null;
  if (!canSeeResidents) return null;
  return (
    <IconButton
      label={translate('chats.openFlat', { label })}
      onClick={() => void navigate(unitLink({ building: building.id, unit: id, label }))}
    >
      <MeetingRoomOutlined />
    </IconButton>
  );
}
