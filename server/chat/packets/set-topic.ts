import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { type Chat, mergeChange, publishChatEvent, requireSignedIn, serializeField } from '../chat.ts';
import type { Extra, Packet } from '../frames.ts';
import { GROUP_WANT, hasMode, normalizeMode, serializeAccess } from '../mode.ts';
import { linkPictures } from '../queries/file-queries.ts';
import { memberByName } from '../queries/people-queries.ts';
import {
  addMember,
  type ChatTopic,
  countSubscribers,
  findSubscription,
  lockPrivateData,
  lockTopic,
  type Subscription,
  setAccess,
  topicById,
  updatePrivateData,
  updateSharedData,
} from '../queries/topic-queries.ts';
import { ChatRefusal, ctrl, type ReplyTo } from '../replies.ts';
import type { Session, SignedIn } from '../session.ts';
import { findTopicId } from './sections.ts';

/** Context of one `set` packet. */
interface SetContext {
  chat: Chat;
  session: Session;
  self: SignedIn;
  topic: ChatTopic;
  subscription: Subscription;
  replyTo: ReplyTo;
}

/** `set` of a chat or group (A11). Private data and access can be set without being attached; shared data cannot. */
export async function setTopic(chat: Chat, session: Session, packet: Packet<'set'>, extra: Extra): Promise<void> {
  const self = requireSignedIn(session);
  if (packet.tags) throw new ChatRefusal('notAllowed');
  const attached = session.attachedTo(packet.topic);
  const id = attached?.id ?? (await findTopicId(chat, self, packet.topic));
  const topic = id === null ? null : await topicById(chat.db, id);
  const ownSubscription = topic && (await findSubscription(chat.db, topic.id, self.id));
  if (!topic || !ownSubscription || ownSubscription.deleted_at) throw new ChatRefusal('noTopic');
  const context: SetContext = { chat, session, self, topic, subscription: ownSubscription, replyTo: packet };
  const { desc, sub, aux } = packet;
  if (!desc && !sub && aux === undefined) throw new ChatRefusal('malformed');
  if (desc) await setDesc(context, desc, extra);
  if (sub?.user && sub.user !== self.chatId) await setOtherMember(context, sub.user, sub.mode);
  else if (sub) await setOwnMode(context, sub.mode);
  if (aux !== undefined) await setAux(context, aux, attached !== null);
}

type Desc = NonNullable<Packet<'set'>['desc']>;

async function setDesc({ chat, session, self, topic, replyTo }: SetContext, desc: Desc, extra: Extra): Promise<void> {
  const changesSharedFields = desc.public !== undefined || desc.defacs !== undefined;
  if (changesSharedFields && (topic.kind === 'p2p' || topic.owner_id !== self.id)) throw new ChatRefusal('denied');
  const access = desc.defacs?.auth === undefined ? undefined : normalizeMode(desc.defacs.auth);
  if (access === null || access?.includes('O')) throw new ChatRefusal('malformed');
  const { db, now } = chat;
  await db.transaction().execute(async (trx) => {
    if (changesSharedFields) {
      const lockedTopic = await lockTopic(trx, topic.id);
      if (!lockedTopic) throw new ChatRefusal('noTopic');
      const change = {
        ...(desc.public === undefined ? {} : { public: serializeField(mergeChange(lockedTopic.public, desc.public)) }),
        ...(access === undefined ? {} : { default_access: access }),
      };
      await updateSharedData(trx, topic.id, change, now());
      await linkPictures(trx, self.id, extra.attachments ?? []);
      await publishChatEvent(chat, trx, { what: 'desc', topic: topic.id, by: self.id, skip: session.id });
    }
    if (desc.private !== undefined) {
      const notes = await lockPrivateData(trx, topic.id, self.id);
      await updatePrivateData(trx, topic.id, self.id, serializeField(mergeChange(notes, desc.private)), now());
      await publishChatEvent(chat, trx, { what: 'private', topic: topic.id, by: self.id, skip: session.id });
    }
  });
  session.send(ctrl(replyTo, 'ok'));
}

/** Sets the access that the person wants in a topic: without P it is muted, without J and P blocked. */
async function setOwnMode(
  { chat, session, self, topic, replyTo }: SetContext,
  mode: string | undefined,
): Promise<void> {
  const want = mode === undefined ? null : normalizeMode(mode);
  if (want === null) throw new ChatRefusal('malformed');
  if (topic.kind === 'grp' && want.includes('O') !== (topic.owner_id === self.id)) throw new ChatRefusal('denied');
  await changeAccess(chat, session, topic, { user: self.id, by: self.id }, { want }, replyTo, undefined);
}

/** Changes the access of another member, which requires A; in a group, adds a person, for which S is enough. */
async function setOtherMember(context: SetContext, name: string, mode: string | undefined): Promise<void> {
  const { chat, session, self, topic, subscription, replyTo } = context;
  const mayApprove = hasMode(subscription, 'A');
  if (!mayApprove && !(topic.kind === 'grp' && hasMode(subscription, 'S') && mode === undefined))
    throw new ChatRefusal('denied');
  const givenMode = normalizeMode(mode ?? topic.default_access);
  if (givenMode === null) throw new ChatRefusal('malformed');
  const otherMember = await memberByName(chat.db, name);
  if (!otherMember) throw new ChatRefusal('noUser');
  if (givenMode.includes('O') || otherMember.id === topic.owner_id) throw new ChatRefusal('denied');
  const existing = await findSubscription(chat.db, topic.id, otherMember.id);
  if (existing && !existing.deleted_at) {
    if (!mayApprove) throw new ChatRefusal('denied');
    return changeAccess(
      chat,
      session,
      topic,
      { user: otherMember.id, by: self.id },
      { given: givenMode },
      replyTo,
      name,
    );
  }
  // Only colleagues may be added to groups (CHAT-27).
  if (topic.kind === 'p2p' || !otherMember.staff || otherMember.status === 'deleted') throw new ChatRefusal('denied');
  const access = { want: GROUP_WANT, given: givenMode };
  await chat.db.transaction().execute(async (trx) => {
    await requireRoom(trx, topic.id);
    await addMember(trx, topic, otherMember.id, access, chat.now());
    await setAccess(trx, topic.id, otherMember.id, access, chat.now());
    const event = {
      what: 'acs',
      topic: topic.id,
      user: otherMember.id,
      by: self.id,
      made: true,
      skip: session.id,
    } as const;
    await publishChatEvent(chat, trx, event);
  });
  session.send(ctrl(replyTo, 'ok', { acs: serializeAccess(access), user: name }));
}

/** Locks the topic, so that people who join at the same time are counted one after another. */
async function requireRoom(trx: Db, topic: number): Promise<void> {
  await lockTopic(trx, topic);
  if ((await countSubscribers(trx, topic)) >= CHAT_LIMITS.maxSubscriberCount) throw new ChatRefusal('policy');
}

async function changeAccess(
  chat: Chat,
  session: Session,
  topic: ChatTopic,
  parties: { user: number; by: number },
  change: { want?: string; given?: string },
  replyTo: ReplyTo,
  name: string | undefined,
): Promise<void> {
  const updated = await chat.db.transaction().execute(async (trx) => {
    if (!(await setAccess(trx, topic.id, parties.user, change, chat.now()))) return null;
    await publishChatEvent(chat, trx, { what: 'acs', topic: topic.id, ...parties, made: false, skip: session.id });
    return findSubscription(trx, topic.id, parties.user);
  });
  if (!updated) return session.send(ctrl(replyTo, 'notModified'));
  session.send(ctrl(replyTo, 'ok', { acs: serializeAccess(updated), ...(name ? { user: name } : {}) }));
}

/** Changes data shared by everybody in the topic, e.g. pinned messages. */
async function setAux(context: SetContext, aux: NonNullable<Packet<'set'>['aux']>, isAttached: boolean): Promise<void> {
  const { chat, session, self, topic, subscription, replyTo } = context;
  if (!isAttached) throw new ChatRefusal('attachFirst');
  if (!hasMode(subscription, 'A')) throw new ChatRefusal('denied');
  await chat.db.transaction().execute(async (trx) => {
    const lockedTopic = await lockTopic(trx, topic.id);
    if (!lockedTopic) throw new ChatRefusal('noTopic');
    await updateSharedData(trx, topic.id, { aux: serializeField(mergeChange(lockedTopic.aux, aux)) }, chat.now());
    await publishChatEvent(chat, trx, { what: 'aux', topic: topic.id, by: self.id, skip: session.id });
  });
  session.send(ctrl(replyTo, 'ok'));
}
