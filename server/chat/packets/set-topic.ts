import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { type Chat, mergeChange, requireSignedIn, storedField, tell } from '../chat.ts';
import type { Extra, Packet } from '../frames.ts';
import { GROUP_WANT, hasMode, readMode, wireAccess } from '../mode.ts';
import { keepPictures } from '../queries/file-queries.ts';
import { memberByName } from '../queries/people-queries.ts';
import {
  countSubscribers,
  findSubscription,
  join,
  lockNotes,
  lockTopic,
  type Subscription,
  setAccess,
  setNotes,
  setShared,
  type Topic,
  topicById,
} from '../queries/topic-queries.ts';
import { ChatRefusal, ctrl, type ReplyTo } from '../replies.ts';
import type { Session, SignedIn } from '../session.ts';
import { topicOfName } from './sections.ts';

/** A call of `set`: the session, its person, the topic, and what to answer. */
interface Setting {
  chat: Chat;
  session: Session;
  self: SignedIn;
  topic: Topic;
  subscription: Subscription;
  replyTo: ReplyTo;
}

/** `set` of a chat or a group (A11). Own notes and rights can be set without being attached to the topic; shared fields cannot. */
export async function setTopic(chat: Chat, session: Session, packet: Packet<'set'>, extra: Extra): Promise<void> {
  const self = requireSignedIn(session);
  if (packet.tags) throw new ChatRefusal('notAllowed');
  const attached = session.attachedTo(packet.topic);
  const id = attached?.id ?? (await topicOfName(chat, self, packet.topic));
  const topic = id === null ? null : await topicById(chat.db, id);
  const own = topic && (await findSubscription(chat.db, topic.id, self.id));
  if (!topic || !own || own.deleted_at) throw new ChatRefusal('noTopic');
  const setting: Setting = { chat, session, self, topic, subscription: own, replyTo: packet };
  const { desc, sub, aux } = packet;
  if (!desc && !sub && aux === undefined) throw new ChatRefusal('malformed');
  if (desc) await setDesc(setting, desc, extra);
  if (sub?.user && sub.user !== self.chatId) await setOther(setting, sub.user, sub.mode);
  else if (sub) await setOwnMode(setting, sub.mode);
  if (aux !== undefined) await setAux(setting, aux, attached !== null);
}

type Desc = NonNullable<Packet<'set'>['desc']>;

async function setDesc({ chat, session, self, topic, replyTo }: Setting, desc: Desc, extra: Extra): Promise<void> {
  const shares = desc.public !== undefined || desc.defacs !== undefined;
  if (shares && (topic.kind === 'p2p' || topic.owner_id !== self.id)) throw new ChatRefusal('denied');
  const access = desc.defacs?.auth === undefined ? undefined : readMode(desc.defacs.auth);
  if (access === null || access?.includes('O')) throw new ChatRefusal('malformed');
  const { db, now } = chat;
  await db.transaction().execute(async (trx) => {
    if (shares) {
      const lockedTopic = await lockTopic(trx, topic.id);
      if (!lockedTopic) throw new ChatRefusal('noTopic');
      const change = {
        ...(desc.public === undefined ? {} : { public: storedField(mergeChange(lockedTopic.public, desc.public)) }),
        ...(access === undefined ? {} : { default_access: access }),
      };
      await setShared(trx, topic.id, change, now());
      await keepPictures(trx, self.id, extra.attachments ?? []);
      await tell(chat, trx, { what: 'desc', topic: topic.id, by: self.id, skip: session.id });
    }
    if (desc.private !== undefined) {
      const notes = await lockNotes(trx, topic.id, self.id);
      await setNotes(trx, topic.id, self.id, storedField(mergeChange(notes, desc.private)), now());
      await tell(chat, trx, { what: 'private', topic: topic.id, by: self.id, skip: session.id });
    }
  });
  session.send(ctrl(replyTo, 'ok'));
}

/** Sets the mode that a person wants in a topic: without P it is muted, without J and P blocked. */
async function setOwnMode({ chat, session, self, topic, replyTo }: Setting, mode: string | undefined): Promise<void> {
  const want = mode === undefined ? null : readMode(mode);
  if (want === null) throw new ChatRefusal('malformed');
  if (topic.kind === 'grp' && want.includes('O') !== (topic.owner_id === self.id)) throw new ChatRefusal('denied');
  await changeAccess(chat, session, topic, { user: self.id, by: self.id }, { want }, replyTo, undefined);
}

/**
 * Gives rights to another member, which takes A; in a group, a person outside it is brought in, for which S is enough.
 */
async function setOther(setting: Setting, name: string, mode: string | undefined): Promise<void> {
  const { chat, session, self, topic, subscription, replyTo } = setting;
  const approves = hasMode(subscription, 'A');
  if (!approves && !(topic.kind === 'grp' && hasMode(subscription, 'S') && mode === undefined))
    throw new ChatRefusal('denied');
  const givenMode = readMode(mode ?? topic.default_access);
  if (givenMode === null) throw new ChatRefusal('malformed');
  const other = await memberByName(chat.db, name);
  if (!other) throw new ChatRefusal('noUser');
  if (givenMode.includes('O') || other.id === topic.owner_id) throw new ChatRefusal('denied');
  const present = await findSubscription(chat.db, topic.id, other.id);
  if (present && !present.deleted_at) {
    if (!approves) throw new ChatRefusal('denied');
    return changeAccess(chat, session, topic, { user: other.id, by: self.id }, { given: givenMode }, replyTo, name);
  }
  // Groups are of colleagues (CHAT-27).
  if (topic.kind === 'p2p' || !other.staff || other.status === 'deleted') throw new ChatRefusal('denied');
  const access = { want: GROUP_WANT, given: givenMode };
  await chat.db.transaction().execute(async (trx) => {
    await mustHaveRoom(trx, topic.id);
    await join(trx, topic, other.id, access, chat.now());
    await setAccess(trx, topic.id, other.id, access, chat.now());
    const event = { what: 'acs', topic: topic.id, user: other.id, by: self.id, made: true, skip: session.id } as const;
    await tell(chat, trx, event);
  });
  session.send(ctrl(replyTo, 'ok', { acs: wireAccess(access), user: name }));
}

/** Simultaneous newcomers are counted one after the other. */
async function mustHaveRoom(trx: Db, topic: number): Promise<void> {
  await lockTopic(trx, topic);
  if ((await countSubscribers(trx, topic)) >= CHAT_LIMITS.maxSubscriberCount) throw new ChatRefusal('policy');
}

async function changeAccess(
  chat: Chat,
  session: Session,
  topic: Topic,
  parties: { user: number; by: number },
  change: { want?: string; given?: string },
  replyTo: ReplyTo,
  name: string | undefined,
): Promise<void> {
  const after = await chat.db.transaction().execute(async (trx) => {
    if (!(await setAccess(trx, topic.id, parties.user, change, chat.now()))) return null;
    await tell(chat, trx, { what: 'acs', topic: topic.id, ...parties, made: false, skip: session.id });
    return findSubscription(trx, topic.id, parties.user);
  });
  if (!after) return session.send(ctrl(replyTo, 'notModified'));
  session.send(ctrl(replyTo, 'ok', { acs: wireAccess(after), ...(name ? { user: name } : {}) }));
}

/** Changes the data shared by everybody in the topic, e.g. pinned messages. */
async function setAux(setting: Setting, aux: NonNullable<Packet<'set'>['aux']>, attached: boolean): Promise<void> {
  const { chat, session, self, topic, subscription, replyTo } = setting;
  if (!attached) throw new ChatRefusal('attachFirst');
  if (!hasMode(subscription, 'A')) throw new ChatRefusal('denied');
  await chat.db.transaction().execute(async (trx) => {
    const stored = await lockTopic(trx, topic.id);
    if (!stored) throw new ChatRefusal('noTopic');
    await setShared(trx, topic.id, { aux: storedField(mergeChange(stored.aux, aux)) }, chat.now());
    await tell(chat, trx, { what: 'aux', topic: topic.id, by: self.id, skip: session.id });
  });
  session.send(ctrl(replyTo, 'ok'));
}
