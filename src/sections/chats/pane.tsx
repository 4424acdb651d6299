import BlockOutlined from '@mui/icons-material/BlockOutlined';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Building } from '#console/data/buildings/building-list.ts';
import type { ChatClient } from '#console/data/chat/client.ts';
import { ownText } from '#console/data/chat/content.ts';
import type { ShownMessage } from '#console/data/chat/message.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import type { QuotedMessage } from '#console/data/chat/reply-content.ts';
import { useIsMounted } from '#console/ui/timing/use-is-mounted.ts';
import type { ChatStatus } from '#resources/protocol/chat/chat.ts';
import type { AnswerContact } from '#resources/rules/chat/canned-answers.ts';
import { useRequestsOfMessages } from './answers/requests-of-messages.ts';
import { Composer } from './composer.tsx';
import { contactHome, contactSubtitle, contactTitle } from './contact-scope.ts';
import { loadChatProfile, lookUpContact } from './find-contacts.ts';
import { MessageList, type MessageListHandle } from './message-list.tsx';
import classes from './pane.module.css';
import { PaneContext, type PaneContextValue } from './pane-context.ts';
import { PaneHead } from './pane-head.tsx';
import { useConversation } from './use-chat.ts';

/** Why the contact cannot be written to (CHAT-18…20). */
function StatusNote({ status }: { status: Exclude<ChatStatus, 'active'> }) {
  const translate = useTranslate();
  return (
    <p className={classes.note}>
      <BlockOutlined aria-hidden />
      {translate(`chats.notes.${status}`)}
    </p>
  );
}

const UNKNOWN_PERSON: Omit<ChatPerson, 'name'> = {
  title: '',
  photo: null,
  group: false,
  staff: null,
  position: '',
  tags: [],
  unread: 0,
  touched: 0,
  online: false,
  lastSeenAt: null,
  isKnown: false,
  muted: false,
};

const titleIn = (people: readonly ChatPerson[], name: string) => people.find((person) => person.name === name)?.title;

interface Props {
  client: ChatClient;
  name: string;
  /** Message named in the URL: scrolled to once; a note is shown if it was deleted. */
  message: number | null;
  person: ChatPerson | null;
  typing: boolean;
  byId: ReadonlyMap<number, Building>;
  onBack?: () => void;
  /** Called after the group was left or deleted. */
  onGone: () => void;
}

/** Data of the contact, from the contact list or else from the server. */
function useContact({ name, person: listedPerson, byId }: Props, ready: boolean) {
  const translate = useTranslate();
  const group = name.startsWith('grp');
  const { data: profile, isPending } = useQuery({
    queryKey: ['chat-profile', name],
    queryFn: ({ signal }) => loadChatProfile(name, signal),
    enabled: !group,
  });
  const person = useMemo((): ChatPerson => {
    const base = listedPerson ?? { ...UNKNOWN_PERSON, name, group };
    if (base.title || !profile) return base;
    const title = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
    return { ...base, title, position: base.position || profile.position };
  }, [listedPerson, name, group, profile]);
  // The name may still be loading.
  const isNameLoading = !person.title && (group ? !ready : isPending);
  // Unless a deletion is certain, a contact without a name is shown as «Собеседник», not as deleted.
  const isNameFinal = group || (profile ? profile.status === 'deleted' : listedPerson !== null);
  const displayName = person.title || isNameFinal ? contactTitle(person, translate) : translate('chats.someone');
  const home = useMemo(() => contactHome(person, byId), [person, byId]);
  const { data: contact } = useQuery({
    queryKey: ['chat-contact', name],
    queryFn: ({ signal }) => lookUpContact(name, signal),
    enabled: home !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const homeUnit =
    contact?.units.find(({ building }) => building.id === home?.building.id) ?? contact?.units[0] ?? null;
  const answerContact = useMemo((): AnswerContact | null => {
    if (group) return null;
    const [firstName = '', ...otherNames] = person.title.split(' ');
    return {
      firstName: contact?.first_name ?? firstName,
      lastName: contact?.last_name ?? otherNames.join(' '),
      street: home?.building.street ?? null,
      number: home?.building.number ?? null,
      porch: homeUnit?.porch.number ?? home?.porch?.number ?? null,
      flat: homeUnit?.label ?? null,
    };
  }, [group, person.title, contact, home, homeUnit]);
  const title = isNameLoading ? translate('ui.busy') : displayName;
  const units = contact?.units.map(({ label }) => label);
  return {
    group,
    person,
    status: profile?.status ?? 'active',
    named: displayName,
    title,
    home,
    lives: homeUnit,
    units,
    answerContact,
  };
}

/** Context for the messages, the message being replied to or edited, and whether the linked message is missing. */
function usePaneContextValue(
  { client, name, message }: Props,
  { conversation, state }: ReturnType<typeof useConversation>,
  { group, named, home }: Pick<ReturnType<typeof useContact>, 'group' | 'named' | 'home'>,
  list: RefObject<MessageListHandle | null>,
) {
  const translate = useTranslate();
  const requests = useRequestsOfMessages(name);
  const [reply, setReply] = useState<QuotedMessage | null>(null);
  const [editedMessage, setEditedMessage] = useState<ShownMessage | null>(null);
  const [isMissing, setIsMissing] = useState(false);

  const tools = useMemo((): PaneContextValue => {
    const authorName = (message: ShownMessage) =>
      message.mine
        ? translate('chats.you')
        : state.members[message.from] ||
          (group ? titleIn(client.contacts.people, message.from) || translate('chats.formerMember') : named);
    return {
      client,
      conversation,
      homeIds: home ? { building: home.building.id, ...(home.porch ? { porch: home.porch.id } : {}) } : {},
      group,
      authorName,
      findRequestId: ({ seq }) => requests.get(seq) ?? null,
      reply: (message) => {
        setEditedMessage(null);
        const text = message.content ? ownText(message.content) || translate('chats.file') : '';
        setReply({ seq: message.seq, from: message.from, name: authorName(message), text });
      },
      edit: setEditedMessage,
      goTo: (seq) => {
        setIsMissing(false);
        void conversation.showMessage(seq).then((isLoaded) => {
          if (isLoaded) list.current?.show(seq);
          else setIsMissing(true);
        });
      },
    };
  }, [client, conversation, home, group, state.members, named, requests, translate, list]);

  const { goTo } = tools;
  const scrolledTo = useRef<number | null>(null);
  useEffect(() => {
    if (message === null || !state.ready || !(state.attached || state.refused) || scrolledTo.current === message)
      return;
    scrolledTo.current = message;
    goTo(message);
  }, [message, state.ready, state.attached, state.refused, goTo]);
  // Ending an edit keeps the reply that was begun before it.
  const onDone = () => (editedMessage ? setEditedMessage(null) : setReply(null));
  return { tools, reply, edits: editedMessage, missed: isMissing, onDone };
}

/** The open chat: header, messages and composer. */
export default function Pane(props: Props) {
  const { client, name, typing, byId, onBack, onGone } = props;
  const translate = useTranslate();
  const isMounted = useIsMounted();
  const open = useConversation(client, name);
  const { conversation, state } = open;
  const contact = useContact(props, state.ready);
  const { group, person, status, title } = contact;
  const list = useRef<MessageListHandle>(null);
  const { tools, reply, edits, missed, onDone } = usePaneContextValue(props, open, contact, list);
  const subtitle = group
    ? translate('chats.groups.count', { count: state.group?.members.length ?? 0 })
    : contactSubtitle(person, byId, translate, contact.units);
  const refusal = state.refused ? 'chats.refused' : state.writable ? null : 'chats.noWrite';
  return (
    <PaneContext value={tools}>
      <section className={classes.pane} aria-label={title}>
        <PaneHead
          person={person}
          title={title}
          group={state.refused ? null : state.group}
          subtitle={subtitle}
          flat={contact.lives}
          // Must not close another chat that was opened meanwhile.
          onGone={() => isMounted() && onGone()}
          typing={typing}
          {...(onBack ? { onBack } : {})}
        />
        {status === 'active' ? null : <StatusNote status={status} />}
        {missed ? (
          <p className={classes.note} role="status">
            {translate('chats.missed')}
          </p>
        ) : null}
        <MessageList key={name} state={state} conversation={conversation} onRetry={() => client.retry()} ref={list} />
        {status === 'deleted' ? null : (
          <Composer
            name={name}
            refusal={refusal ? { title: translate(refusal) } : null}
            contact={contact.answerContact}
            reply={reply}
            editedMessage={edits}
            onDone={onDone}
          />
        )}
      </section>
    </PaneContext>
  );
}
