import { randomBytes } from 'node:crypto';
import { type Chat, mergeChange, publishChatEvent, requireSignedIn, serializeField } from '../chat.ts';
import type { Extra, Packet, Query } from '../frames.ts';
import { GROUP_DEFAULT, hasMode, normalizeMode, OWNER_ACCESS, serializeAccess } from '../mode.ts';
import { linkPictures } from '../queries/file-queries.ts';
import { mayTalkTo, memberByName } from '../queries/people-queries.ts';
import {
  type ChatTopic,
  findSubscription,
  insertGroup,
  openPeerTopic,
  pairName,
  setAccess,
  topicById,
  topicByName,
  updatePrivateData,
} from '../queries/topic-queries.ts';
import { ChatRefusal, ctrl, type ReplyTo } from '../replies.ts';
import type { Session, SignedIn } from '../session.ts';
import { fndSection, meSection, requestedSections, topicSection } from './sections.ts';

/** Sections in the order of their answers (A7). */
const SECTION_ORDER = ['desc', 'sub', 'tags', 'cred', 'aux', 'data', 'del'] as const;

/** `sub`: attaches the session to a topic, creates the topic if needed, and answers the queries sent along (A5…A7). */
export async function subscribe(chat: Chat, session: Session, packet: Packet<'sub'>, extra: Extra): Promise<void> {
  const self = requireSignedIn(session);
  if (packet.topic === 'me') return subscribeMe(chat, session, self, packet);
  if (packet.topic === 'fnd') return subscribeFnd(chat, session, packet);
  const target = await openTopic(chat, session, self, packet, extra);
  if (session.topics.has(target.topic.id)) throw new ChatRefusal('alreadySubscribed');
  const { topic, name } = target;
  // Events of others are held until the answer is sent; messages contained in the answer are not sent again.
  session.hold();
  const attached = {
    id: topic.id,
    kind: topic.kind,
    name,
    deliveredUpTo: 0,
    alreadySent: new Set<number>(),
    typedAt: 0,
  };
  chat.registry.attach(session, attached);
  try {
    attached.deliveredUpTo = (await topicById(chat.db, topic.id))?.seq ?? 0;
    const replyTo: ReplyTo = { id: packet.id, topic: name };
    const query = packet.get ?? {};
    const sections = orderedSections(query).filter((section) => section !== 'tags');
    // The whole answer is built before any of it is sent: if that fails, the session is detached again.
    const frames = await collectFrames(sections, (section) => topicSection(chat, self, topic, replyTo, section, query));
    session.send(ctrl(replyTo, 'ok', target.params));
    for (const frame of frames) sendFrame(session, topic.id, frame);
  } catch (error) {
    chat.registry.detach(session, topic.id);
    throw error;
  } finally {
    session.release();
  }
}

/** Collects the frames of sections one after another. */
async function collectFrames(
  sections: readonly string[],
  buildFrames: (section: string) => Promise<object[]>,
): Promise<object[]> {
  const frames: object[] = [];
  for (const section of sections) frames.push(...(await buildFrames(section)));
  return frames;
}

/** Sends a frame of an answer; messages are remembered as sent. */
export function sendFrame(session: Session, topic: number, frame: object): void {
  if ('data' in frame) session.sendHistory(topic, (frame.data as { seq: number }).seq, frame);
  else session.send(frame);
}

function orderedSections(query: Query): readonly string[] {
  const requested = requestedSections(query);
  return SECTION_ORDER.filter((section) => requested.has(section));
}

async function subscribeMe(chat: Chat, session: Session, self: SignedIn, packet: Packet<'sub'>): Promise<void> {
  if (session.me) throw new ChatRefusal('alreadySubscribed');
  session.hold();
  session.me = true;
  try {
    await chat.presence.sessionAttached(self.id, session.agent);
    const query = packet.get ?? {};
    const frames = await collectFrames(orderedSections(query), (section) =>
      meSection(chat, self, packet, section, query),
    );
    session.send(ctrl(packet, 'ok'));
    for (const frame of frames) session.send(frame);
  } catch (error) {
    // A closed socket was already removed from `me`.
    if (session.me && !session.isClosed) {
      session.me = false;
      await chat.presence.sessionDetached(self.id, session.agent).catch(chat.failed);
    }
    throw error;
  } finally {
    session.release();
  }
}

async function subscribeFnd(chat: Chat, session: Session, packet: Packet<'sub'>): Promise<void> {
  if (session.fnd) throw new ChatRefusal('alreadySubscribed');
  const frames = await collectFrames(orderedSections(packet.get ?? {}), (section) =>
    fndSection(chat, session, packet, section),
  );
  session.fnd = true;
  session.send(ctrl(packet, 'ok'));
  for (const frame of frames) session.send(frame);
}

/** A topic that the session may be attached to. */
interface OpenedTopic {
  topic: ChatTopic;
  name: string;
  /** Parameters of the answer; `acs` when the subscription was created or changed. */
  params?: Record<string, unknown>;
}

function openTopic(
  chat: Chat,
  session: Session,
  self: SignedIn,
  packet: Packet<'sub'>,
  extra: Extra,
): Promise<OpenedTopic> {
  if (packet.topic.startsWith('usr')) return openWithPeer(chat, session, self, packet);
  if (packet.topic.startsWith('grp')) return openGroup(chat, self, packet.topic);
  if (/^new/.test(packet.topic)) return createGroup(chat, self, packet, extra);
  throw new ChatRefusal('noTopic');
}

async function openWithPeer(chat: Chat, session: Session, self: SignedIn, packet: Packet<'sub'>): Promise<OpenedTopic> {
  const { db, now } = chat;
  if (!/^usr[A-Za-z0-9_-]{11}$/.test(packet.topic)) throw new ChatRefusal('malformed');
  if (packet.topic === self.chatId) throw new ChatRefusal('denied');
  const peer = await memberByName(db, packet.topic);
  if (!peer) throw new ChatRefusal('noUser');
  const existingTopic = await topicByName(db, pairName(self.id, peer.id));
  const ownSubscription = existingTopic && (await findSubscription(db, existingTopic.id, self.id));
  const isSubscribed = ownSubscription !== null && ownSubscription.deleted_at === null;
  const isPeerDeleted = peer.status === 'deleted';
  // A chat with a deleted person may be read but not started.
  if (isPeerDeleted ? !isSubscribed : !(await mayTalkTo(db, self, peer.id))) throw new ChatRefusal('denied');
  if (isSubscribed && !hasMode(ownSubscription, 'J')) throw new ChatRefusal('denied');
  const peerSubscription = existingTopic && (await findSubscription(db, existingTopic.id, peer.id));
  const isComplete =
    isSubscribed && (isPeerDeleted || (peerSubscription !== null && peerSubscription.deleted_at === null));
  if (existingTopic && isComplete && !packet.set) return { topic: existingTopic, name: peer.chatId };
  return db.transaction().execute(async (trx) => {
    const { topic, newMemberIds } =
      isPeerDeleted && existingTopic
        ? { topic: existingTopic, newMemberIds: [] }
        : await openPeerTopic(trx, self.id, peer.id, now());
    const mode = packet.set?.sub?.user === undefined && packet.set?.sub?.mode;
    const want = mode ? normalizeMode(mode) : null;
    if (mode && want === null) throw new ChatRefusal('malformed');
    const changed = want !== null && (await setAccess(trx, topic.id, self.id, { want }, now()));
    const notes = packet.set?.desc?.private;
    if (notes !== undefined && newMemberIds.includes(self.id)) {
      await updatePrivateData(trx, topic.id, self.id, serializeField(mergeChange(null, notes)), now());
    }
    for (const user of newMemberIds) {
      await publishChatEvent(chat, trx, {
        what: 'acs',
        topic: topic.id,
        user,
        by: self.id,
        made: true,
        skip: session.id,
      });
    }
    const access = await findSubscription(trx, topic.id, self.id);
    if (!access || !hasMode(access, 'J')) throw new ChatRefusal('denied');
    const params = newMemberIds.includes(self.id) || changed ? { acs: serializeAccess(access) } : undefined;
    return { topic, name: peer.chatId, ...(params ? { params } : {}) };
  });
}

async function openGroup({ db }: Chat, self: SignedIn, name: string): Promise<OpenedTopic> {
  const topic = await topicByName(db, name);
  const subscription = topic && (await findSubscription(db, topic.id, self.id));
  // Outsiders must not learn that the group exists.
  if (!topic || !subscription || subscription.deleted_at) throw new ChatRefusal('noTopic');
  if (!hasMode(subscription, 'J')) throw new ChatRefusal('denied');
  return { topic, name };
}

/** Creates a group of colleagues, owned by its creator (CHAT-27, G-03). */
async function createGroup(chat: Chat, self: SignedIn, packet: Packet<'sub'>, extra: Extra): Promise<OpenedTopic> {
  if (!self.staff) throw new ChatRefusal('denied');
  const { desc } = packet.set ?? {};
  const access = desc?.defacs?.auth === undefined ? GROUP_DEFAULT : normalizeMode(desc.defacs.auth);
  if (access === null || access.includes('O')) throw new ChatRefusal('malformed');
  const name = `grp${randomBytes(8).toString('base64url')}`;
  const group = { name, public: serializeField(mergeChange(null, desc?.public)), access };
  const topic = await chat.db.transaction().execute(async (trx) => {
    const newTopic = await insertGroup(trx, self.id, group, chat.now());
    await linkPictures(trx, self.id, extra.attachments ?? []);
    const notes = serializeField(mergeChange(null, desc?.private));
    if (notes) await updatePrivateData(trx, newTopic.id, self.id, notes, chat.now());
    await publishChatEvent(chat, trx, {
      what: 'acs',
      topic: newTopic.id,
      user: self.id,
      by: self.id,
      made: true,
      skip: '',
    });
    return newTopic;
  });
  return { topic, name, params: { acs: serializeAccess(OWNER_ACCESS), tmpname: packet.topic } };
}
