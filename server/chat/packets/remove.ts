import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import { type Chat, publishChatEvent, requireSignedIn } from '../chat.ts';
import type { Packet } from '../frames.ts';
import { hasMode } from '../mode.ts';
import { deleteForAll, editsIn, insertDeletion, nextDeletion } from '../queries/delete-queries.ts';
import { memberByName } from '../queries/people-queries.ts';
import {
  type ChatTopic,
  deleteTopic,
  endMembership,
  findSubscription,
  selectMembers,
  topicById,
} from '../queries/topic-queries.ts';
import { countInRanges, mergeRanges, subtractRanges, toRanges } from '../ranges.ts';
import { ChatRefusal, ctrl } from '../replies.ts';
import type { Session } from '../session.ts';
import { leaveTopic } from './leave.ts';
import { findTopicId, parseRanges } from './sections.ts';

/** Maximum of message numbers in one deletion of several ranges. */
const MAX_DELETED_NUMBERS = 1_024;

/** `del`: deletes messages, a chat, or a member of a group (A7, A8). */
export async function remove(chat: Chat, session: Session, packet: Packet<'del'>): Promise<void> {
  if (packet.what === 'msg') return removeMessages(chat, session, packet);
  if (packet.what === 'topic') return removeTopic(chat, session, packet);
  if (packet.what === 'sub') return removeMember(chat, session, packet);
  throw new ChatRefusal(packet.what === 'user' || packet.what === 'cred' ? 'denied' : 'malformed');
}

/**
 * Deletes messages for the sender of the packet or, with D, for all members. For all members it deletes only the sender's own
 * messages of the last `msgDelAge` seconds, and the rest of the ranges for the sender alone.
 */
async function removeMessages(chat: Chat, session: Session, packet: Packet<'del'>): Promise<void> {
  const self = requireSignedIn(session);
  const attached = session.attachedTo(packet.topic ?? '');
  if (!attached) throw new ChatRefusal('attachFirst');
  const requestedRanges = packet.delseq ?? [];
  if (!requestedRanges.length) throw new ChatRefusal('malformed');
  const now = chat.now();
  const { clear } = await chat.db.transaction().execute(async (trx) => {
    const subscription = await findSubscription(trx, attached.id, self.id);
    if (!subscription || subscription.deleted_at) throw new ChatRefusal('denied');
    const next = await nextDeletion(trx, attached.id);
    const ranges = mergeRanges(parseRanges(requestedRanges, next.seq));
    if (ranges.length > 1 && countInRanges(ranges) > MAX_DELETED_NUMBERS) throw new ChatRefusal('malformed');
    // The edits of a message are deleted with it.
    const edits = await editsIn(trx, attached.id, ranges);
    const rangesWithEdits = mergeRanges([...ranges, ...toRanges(edits)]);
    const since = new Date(now.getTime() - CHAT_LIMITS.msgDelAge * 1000);
    const rangesForAll =
      packet.hard && hasMode(subscription, 'D')
        ? await deleteForAll(trx, attached.id, self.id, rangesWithEdits, since)
        : [];
    const rangesForSelf = subtractRanges(rangesWithEdits, rangesForAll);
    const event = { what: 'del', topic: attached.id, by: self.id, clear: next.clear, skip: session.id } as const;
    if (rangesForAll.length) {
      await insertDeletion(trx, attached.id, null, next.clear, rangesForAll, now);
      await publishChatEvent(chat, trx, { ...event, hard: true, ranges: rangesForAll });
    }
    if (rangesForSelf.length) {
      await insertDeletion(trx, attached.id, self.id, next.clear, rangesForSelf, now);
      await publishChatEvent(chat, trx, { ...event, hard: false, ranges: rangesForSelf });
    }
    return next;
  });
  session.send(ctrl(packet, 'ok', { del: clear }));
}

async function findTopic(chat: Chat, session: Session, name: string): Promise<ChatTopic> {
  const self = requireSignedIn(session);
  const id = await findTopicId(chat, self, name);
  const ownSubscription = id === null ? null : await findSubscription(chat.db, id, self.id);
  const topic =
    ownSubscription && !ownSubscription.deleted_at ? await topicById(chat.db, ownSubscription.topic_id) : null;
  if (!topic) throw new ChatRefusal('noTopic');
  return topic;
}

/** Leaves a p2p chat, or deletes a group of the sender for all members. */
async function removeTopic(chat: Chat, session: Session, packet: Packet<'del'>): Promise<void> {
  const self = requireSignedIn(session);
  const name = packet.topic ?? '';
  if (name === 'me' || name === 'fnd') throw new ChatRefusal('denied');
  const topic = await findTopic(chat, session, name);
  if (topic.kind === 'p2p') {
    await leaveTopic(chat, session, self, topic, name);
  } else {
    if (topic.owner_id !== self.id) throw new ChatRefusal('denied');
    await chat.db.transaction().execute(async (trx) => {
      const members = await selectMembers(trx, topic.id);
      await deleteTopic(trx, topic.id);
      for (const { user_id, deleted_at } of members) {
        if (deleted_at) continue;
        await publishChatEvent(chat, trx, { what: 'gone', topic: topic.id, user: user_id, name, skip: session.id });
      }
    });
  }
  chat.registry.detach(session, topic.id);
  session.send(ctrl(packet, 'ok'));
}

/** Removes a member from a group; requires the right to approve (A). */
async function removeMember(chat: Chat, session: Session, packet: Packet<'del'>): Promise<void> {
  const self = requireSignedIn(session);
  const name = packet.topic ?? '';
  const attached = session.attachedTo(name);
  if (!attached) throw new ChatRefusal('attachFirst');
  const topic = await topicById(chat.db, attached.id);
  const ownSubscription = topic && (await findSubscription(chat.db, topic.id, self.id));
  if (
    !topic ||
    !ownSubscription ||
    ownSubscription.deleted_at ||
    topic.kind !== 'grp' ||
    !hasMode(ownSubscription, 'A')
  )
    throw new ChatRefusal('denied');
  const member = await memberByName(chat.db, packet.user ?? '');
  if (!member) throw new ChatRefusal('noUser');
  if (member.id === self.id || member.id === topic.owner_id) throw new ChatRefusal('denied');
  await chat.db.transaction().execute(async (trx) => {
    if (!(await endMembership(trx, topic.id, member.id, chat.now()))) throw new ChatRefusal('noUser');
    await publishChatEvent(chat, trx, { what: 'gone', topic: topic.id, user: member.id, name, skip: session.id });
  });
  session.send(ctrl(packet, 'ok'));
}
