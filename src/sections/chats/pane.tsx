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
import { loadChatProfile, lookUpContact } from './found-contacts.ts';
import { MessageList, type MessageListHandle } from './message-list.tsx';
import classes from './pane.module.css';
import { PaneContext, type PaneTools } from './pane-context.ts';
import { PaneHead } from './pane-head.tsx';
import { contactHome, contactTitle, whereText } from './places.ts';
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

const STRANGER: Omit<ChatPerson, 'name'> = {
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

const titleIn = (people: readonly ChatPerson[], name: string) => people.find((one) => one.name === name)?.title;

interface Props {
  client: ChatClient;
  name: string;
  /** The message that it is opened for: scrolled to once, and reported when it is gone. */
  message: number | null;
  person: ChatPerson | null;
  typing: boolean;
  byId: ReadonlyMap<number, Building>;
  onBack?: () => void;
  /** The group was left or deleted. */
  onGone: () => void;
}

/** The contact: from the list of chats, else from the server. */
function useContact({ name, person: listedPerson, byId }: Props, ready: boolean) {
  const translate = useTranslate();
  const group = name.startsWith('grp');
  const { data: profile, isPending } = useQuery({
    queryKey: ['chat-profile', name],
    queryFn: ({ signal }) => loadChatProfile(name, signal),
    enabled: !group,
  });
  const person = useMemo((): ChatPerson => {
    const base = listedPerson ?? { ...STRANGER, name, group };
    if (base.title || !profile) return base;
    const title = [profile.first_name, profile.last_name].filter(Boolean).join(' ');
    return { ...base, title, position: base.position || profile.position };
  }, [listedPerson, name, group, profile]);
  // A contact without a name may still get one while something loads.
  const unnamed = !person.title && (group ? !ready : isPending);
  // Without any answer the contact is not called deleted.
  const known = group || (profile ? profile.status === 'deleted' : listedPerson !== null);
  const named = person.title || known ? contactTitle(person, translate) : translate('chats.someone');
  const home = useMemo(() => contactHome(person, byId), [person, byId]);
  const { data: contact } = useQuery({
    queryKey: ['chat-contact', name],
    queryFn: ({ signal }) => lookUpContact(name, signal),
    enabled: home !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const lives = contact?.units.find(({ building }) => building.id === home?.building.id) ?? contact?.units[0] ?? null;
  const answerContact = useMemo((): AnswerContact | null => {
    if (group) return null;
    const [firstName = '', ...rest] = person.title.split(' ');
    return {
      firstName: contact?.first_name ?? firstName,
      lastName: contact?.last_name ?? rest.join(' '),
      street: home?.building.street ?? null,
      number: home?.building.number ?? null,
      porch: lives?.porch.number ?? home?.porch?.number ?? null,
      flat: lives?.label ?? null,
    };
  }, [group, person.title, contact, home, lives]);
  const title = unnamed ? translate('ui.busy') : named;
  const units = contact?.units.map(({ label }) => label);
  return { group, person, status: profile?.status ?? 'active', named, title, home, lives, units, answerContact };
}

/** Actions of the messages, the message being replied to or edited, and whether a linked message has been deleted. */
function useTools(
  { client, name, message }: Props,
  { conversation, state }: ReturnType<typeof useConversation>,
  { group, named, home }: Pick<ReturnType<typeof useContact>, 'group' | 'named' | 'home'>,
  list: RefObject<MessageListHandle | null>,
) {
  const translate = useTranslate();
  const requests = useRequestsOfMessages(name);
  const [reply, setReply] = useState<QuotedMessage | null>(null);
  const [edits, setEdits] = useState<ShownMessage | null>(null);
  const [missed, setMissed] = useState(false);

  const tools = useMemo((): PaneTools => {
    const authorName = (message: ShownMessage) =>
      message.mine
        ? translate('chats.you')
        : state.members[message.from] ||
          (group ? titleIn(client.contacts.people, message.from) || translate('chats.formerMember') : named);
    return {
      client,
      conversation,
      place: home ? { building: home.building.id, ...(home.porch ? { porch: home.porch.id } : {}) } : {},
      group,
      authorName,
      findRequest: ({ seq }) => requests.get(seq) ?? null,
      reply: (message) => {
        setEdits(null);
        const text = message.content ? ownText(message.content) || translate('chats.file') : '';
        setReply({ seq: message.seq, from: message.from, name: authorName(message), text });
      },
      edit: setEdits,
      goTo: (seq) => {
        setMissed(false);
        void conversation.reach(seq).then((there) => {
          if (there) list.current?.show(seq);
          else setMissed(true);
        });
      },
    };
  }, [client, conversation, home, group, state.members, named, requests, translate, list]);

  const { goTo } = tools;
  const led = useRef<number | null>(null);
  useEffect(() => {
    if (message === null || !state.ready || !(state.attached || state.refused) || led.current === message) return;
    led.current = message;
    goTo(message);
  }, [message, state.ready, state.attached, state.refused, goTo]);
  // A reply that was begun waits while another message is edited.
  const onDone = () => (edits ? setEdits(null) : setReply(null));
  return { tools, reply, edits, missed, onDone };
}

/** The open chat: its contact, its messages, the field to write in. */
export default function Pane(props: Props) {
  const { client, name, typing, byId, onBack, onGone } = props;
  const translate = useTranslate();
  const isHere = useIsMounted();
  const open = useConversation(client, name);
  const { conversation, state } = open;
  const contact = useContact(props, state.ready);
  const { group, person, status, title } = contact;
  const list = useRef<MessageListHandle>(null);
  const { tools, reply, edits, missed, onDone } = useTools(props, open, contact, list);
  const where = group
    ? translate('chats.groups.count', { count: state.group?.members.length ?? 0 })
    : whereText(person, byId, translate, contact.units);
  const refusal = state.refused ? 'chats.refused' : state.writable ? null : 'chats.noWrite';
  return (
    <PaneContext value={tools}>
      <section className={classes.pane} aria-label={title}>
        <PaneHead
          person={person}
          title={title}
          group={state.refused ? null : state.group}
          where={where}
          flat={contact.lives}
          // Another chat opened meanwhile stays open.
          onGone={() => isHere() && onGone()}
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
            edits={edits}
            onDone={onDone}
          />
        )}
      </section>
    </PaneContext>
  );
}
