import { randomBytes } from 'node:crypto';
import { type Chat, mergeChange, requireSignedIn, storedField, tell } from '../chat.ts';
import type { Extra, Packet, Query } from '../frames.ts';
import { GROUP_DEFAULT, hasMode, OWNER, readMode, wireAccess } from '../mode.ts';
import { keepPictures } from '../queries/file-queries.ts';
import { mayTalkTo, memberByName } from '../queries/people-queries.ts';
import {
  findSubscription,
  makeGroup,
  openPair,
  pairName,
  setAccess,
  setNotes,
  type Topic,
  topicById,
  topicByName,
} from '../queries/topic-queries.ts';
import { ChatRefusal, ctrl, type ReplyTo } from '../replies.ts';
import type { Session, SignedIn } from '../session.ts';
import { fndSection, meSection, requestedSections, topicSection } from './sections.ts';

/** Sections in the order they are answered (A7). */
const ORDER = ['desc', 'sub', 'tags', 'cred', 'aux', 'data', 'del'] as const;

/** `sub`: attaches the session to a topic, makes it where need be, and answers what was asked along with it (A5…A7). */
export async function subscribe(chat: Chat, session: Session, packet: Packet<'sub'>, extra: Extra): Promise<void> {
  const self = requireSignedIn(session);
  if (packet.topic === 'me') return subscribeMe(chat, session, self, packet);
  if (packet.topic === 'fnd') return subscribeFnd(chat, session, packet);
  const target = await open(chat, session, self, packet, extra);
  if (session.topics.has(target.topic.id)) throw new ChatRefusal('alreadySubscribed');
  const { topic, name } = target;
  // Events by others meanwhile come after the answer; those in the answer do not come again.
  session.hold();
  const attached = { id: topic.id, kind: topic.kind, name, toldUpTo: 0, alreadySent: new Set<number>(), typedAt: 0 };
  chat.registry.attach(session, attached);
  try {
    attached.toldUpTo = (await topicById(chat.db, topic.id))?.seq ?? 0;
    const replyTo: ReplyTo = { id: packet.id, topic: name };
    const query = packet.get ?? {};
    const sections = sectionsIn(query).filter((what) => what !== 'tags');
    // The whole answer is built before any of it is sent: if that fails, the session is detached again.
    const frames = await inOrder(sections, (what) => topicSection(chat, self, topic, replyTo, what, query));
    session.send(ctrl(replyTo, 'ok', target.params));
    for (const frame of frames) sendFrame(session, topic.id, frame);
  } catch (error) {
    chat.registry.detach(session, topic.id);
    throw error;
  } finally {
    session.release();
  }
}

/** Frames of one section after the other. */
async function inOrder(sections: readonly string[], make: (what: string) => Promise<object[]>): Promise<object[]> {
  const frames: object[] = [];
  for (const what of sections) frames.push(...(await make(what)));
  return frames;
}

/** Sends a frame of an answer. */
export function sendFrame(session: Session, topic: number, frame: object): void {
  if ('data' in frame) session.sendHistory(topic, (frame.data as { seq: number }).seq, frame);
  else session.send(frame);
}

function sectionsIn(query: Query): readonly string[] {
  const named = requestedSections(query);
  return ORDER.filter((what) => named.has(what));
}

async function subscribeMe(chat: Chat, session: Session, self: SignedIn, packet: Packet<'sub'>): Promise<void> {
  if (session.me) throw new ChatRefusal('alreadySubscribed');
  session.hold();
  session.me = true;
  try {
    await chat.presence.came(self.id, session.agent);
    const query = packet.get ?? {};
    const frames = await inOrder(sectionsIn(query), (what) => meSection(chat, self, packet, what, query));
    session.send(ctrl(packet, 'ok'));
    for (const frame of frames) session.send(frame);
  } catch (error) {
    // A closed socket has left `me` already.
    if (session.me && !session.closed) {
      session.me = false;
      await chat.presence.left(self.id, session.agent).catch(chat.failed);
    }
    throw error;
  } finally {
    session.release();
  }
}

async function subscribeFnd(chat: Chat, session: Session, packet: Packet<'sub'>): Promise<void> {
  if (session.fnd) throw new ChatRefusal('alreadySubscribed');
  const frames = await inOrder(sectionsIn(packet.get ?? {}), (what) => fndSection(chat, session, packet, what));
  session.fnd = true;
  session.send(ctrl(packet, 'ok'));
  for (const frame of frames) session.send(frame);
}

/** A topic that may be attached to. */
interface Opened {
  topic: Topic;
  name: string;
  /** Of the answer; `acs` where the subscription was made or changed. */
  params?: Record<string, unknown>;
}

function open(chat: Chat, session: Session, self: SignedIn, packet: Packet<'sub'>, extra: Extra): Promise<Opened> {
  if (packet.topic.startsWith('usr')) return openWithPeer(chat, session, self, packet);
  if (packet.topic.startsWith('grp')) return openGroup(chat, self, packet.topic);
  if (/^new/.test(packet.topic)) return newGroup(chat, self, packet, extra);
  throw new ChatRefusal('noTopic');
}

async function openWithPeer(chat: Chat, session: Session, self: SignedIn, packet: Packet<'sub'>): Promise<Opened> {
  const { db, now } = chat;
  if (!/^usr[A-Za-z0-9_-]{11}$/.test(packet.topic)) throw new ChatRefusal('malformed');
  if (packet.topic === self.chatId) throw new ChatRefusal('denied');
  const peer = await memberByName(db, packet.topic);
  if (!peer) throw new ChatRefusal('noUser');
  const present = await topicByName(db, pairName(self.id, peer.id));
  const ownSubscription = present && (await findSubscription(db, present.id, self.id));
  const alive = ownSubscription !== null && ownSubscription.deleted_at === null;
  const isPeerDeleted = peer.status === 'deleted';
  // A chat with a deleted person may be read, but not begun.
  if (isPeerDeleted ? !alive : !(await mayTalkTo(db, self, peer.id))) throw new ChatRefusal('denied');
  if (alive && !hasMode(ownSubscription, 'J')) throw new ChatRefusal('denied');
  const peerSubscription = present && (await findSubscription(db, present.id, peer.id));
  const isComplete = alive && (isPeerDeleted || (peerSubscription !== null && peerSubscription.deleted_at === null));
  if (present && isComplete && !packet.set) return { topic: present, name: peer.chatId };
  return db.transaction().execute(async (trx) => {
    const { topic, newMemberIds } =
      isPeerDeleted && present ? { topic: present, newMemberIds: [] } : await openPair(trx, self.id, peer.id, now());
    const mode = packet.set?.sub?.user === undefined && packet.set?.sub?.mode;
    const want = mode ? readMode(mode) : null;
    if (mode && want === null) throw new ChatRefusal('malformed');
    const changed = want !== null && (await setAccess(trx, topic.id, self.id, { want }, now()));
    const notes = packet.set?.desc?.private;
    if (notes !== undefined && newMemberIds.includes(self.id)) {
      await setNotes(trx, topic.id, self.id, storedField(mergeChange(null, notes)), now());
    }
    for (const user of newMemberIds) {
      await tell(chat, trx, { what: 'acs', topic: topic.id, user, by: self.id, made: true, skip: session.id });
    }
    const access = await findSubscription(trx, topic.id, self.id);
    if (!access || !hasMode(access, 'J')) throw new ChatRefusal('denied');
    const params = newMemberIds.includes(self.id) || changed ? { acs: wireAccess(access) } : undefined;
    return { topic, name: peer.chatId, ...(params ? { params } : {}) };
  });
}

async function openGroup({ db }: Chat, self: SignedIn, name: string): Promise<Opened> {
  const topic = await topicByName(db, name);
  const subscription = topic && (await findSubscription(db, topic.id, self.id));
  // Others do not learn that the group exists.
  if (!topic || !subscription || subscription.deleted_at) throw new ChatRefusal('noTopic');
  if (!hasMode(subscription, 'J')) throw new ChatRefusal('denied');
  return { topic, name };
}

/** A group of colleagues (CHAT-27, G-03); its creator owns it. */
async function newGroup(chat: Chat, self: SignedIn, packet: Packet<'sub'>, extra: Extra): Promise<Opened> {
  if (!self.staff) throw new ChatRefusal('denied');
  const { desc } = packet.set ?? {};
  const access = desc?.defacs?.auth === undefined ? GROUP_DEFAULT : readMode(desc.defacs.auth);
  if (access === null || access.includes('O')) throw new ChatRefusal('malformed');
  const name = `grp${randomBytes(8).toString('base64url')}`;
  const group = { name, public: storedField(mergeChange(null, desc?.public)), access };
  const topic = await chat.db.transaction().execute(async (trx) => {
    const newTopic = await makeGroup(trx, self.id, group, chat.now());
    await keepPictures(trx, self.id, extra.attachments ?? []);
    const notes = storedField(mergeChange(null, desc?.private));
    if (notes) await setNotes(trx, newTopic.id, self.id, notes, chat.now());
    await tell(chat, trx, { what: 'acs', topic: newTopic.id, user: self.id, by: self.id, made: true, skip: '' });
    return newTopic;
  });
  return { topic, name, params: { acs: wireAccess(OWNER), tmpname: packet.topic } };
}
