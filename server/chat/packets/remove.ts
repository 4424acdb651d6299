import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import { type Chat, requireSignedIn, tell } from '../chat.ts';
import type { Packet } from '../frames.ts';
import { hasMode } from '../mode.ts';
import { deleteForAll, editsIn, nextDeletion, noteDeletion } from '../queries/delete-queries.ts';
import { memberByName } from '../queries/people-queries.ts';
import { accessIn, deleteTopic, findSubscription, quit, type Topic, topicById } from '../queries/topic-queries.ts';
import { asRanges, countInRanges, mergeRanges, withoutRanges } from '../ranges.ts';
import { ChatRefusal, ctrl } from '../replies.ts';
import type { Session } from '../session.ts';
import { unsubscribe } from './leave.ts';
import { readRanges, topicOfName } from './sections.ts';

/** Numbers that several ranges of one deletion may hold together. */
const NUMBERS_MAX = 1_024;

/** `del`: messages, a chat, a member of a group (A7, A8). */
export async function remove(chat: Chat, session: Session, packet: Packet<'del'>): Promise<void> {
  if (packet.what === 'msg') return removeMessages(chat, session, packet);
  if (packet.what === 'topic') return removeTopic(chat, session, packet);
  if (packet.what === 'sub') return removeMember(chat, session, packet);
  throw new ChatRefusal(packet.what === 'user' || packet.what === 'cred' ? 'denied' : 'malformed');
}

/**
 * Deletes messages for oneself or, with D, for everybody: one's own of the last `msgDelAge` seconds; the others of the ranges
 * are then deleted for oneself.
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
    const ranges = mergeRanges(readRanges(requestedRanges, next.seq));
    if (ranges.length > 1 && countInRanges(ranges) > NUMBERS_MAX) throw new ChatRefusal('malformed');
    // The edits of a message go with it.
    const edits = await editsIn(trx, attached.id, ranges);
    const rangesWithEdits = mergeRanges([...ranges, ...asRanges(edits)]);
    const since = new Date(now.getTime() - CHAT_LIMITS.msgDelAge * 1000);
    const all =
      packet.hard && hasMode(subscription, 'D')
        ? await deleteForAll(trx, attached.id, self.id, rangesWithEdits, since)
        : [];
    const alone = withoutRanges(rangesWithEdits, all);
    const event = { what: 'del', topic: attached.id, by: self.id, clear: next.clear, skip: session.id } as const;
    if (all.length) {
      await noteDeletion(trx, attached.id, null, next.clear, all, now);
      await tell(chat, trx, { ...event, hard: true, ranges: all });
    }
    if (alone.length) {
      await noteDeletion(trx, attached.id, self.id, next.clear, alone, now);
      await tell(chat, trx, { ...event, hard: false, ranges: alone });
    }
    return next;
  });
  session.send(ctrl(packet, 'ok', { del: clear }));
}

async function findTopic(chat: Chat, session: Session, name: string): Promise<Topic> {
  const self = requireSignedIn(session);
  const id = await topicOfName(chat, self, name);
  const own = id === null ? null : await findSubscription(chat.db, id, self.id);
  const topic = own && !own.deleted_at ? await topicById(chat.db, own.topic_id) : null;
  if (!topic) throw new ChatRefusal('noTopic');
  return topic;
}

/** Leaves a chat of two; deletes a group that is one's own, for everybody. */
async function removeTopic(chat: Chat, session: Session, packet: Packet<'del'>): Promise<void> {
  const self = requireSignedIn(session);
  const name = packet.topic ?? '';
  if (name === 'me' || name === 'fnd') throw new ChatRefusal('denied');
  const topic = await findTopic(chat, session, name);
  if (topic.kind === 'p2p') {
    await unsubscribe(chat, session, self, topic, name);
  } else {
    if (topic.owner_id !== self.id) throw new ChatRefusal('denied');
    await chat.db.transaction().execute(async (trx) => {
      const members = await accessIn(trx, topic.id);
      await deleteTopic(trx, topic.id);
      for (const { user_id, deleted_at } of members) {
        if (deleted_at) continue;
        await tell(chat, trx, { what: 'gone', topic: topic.id, user: user_id, name, skip: session.id });
      }
    });
  }
  chat.registry.detach(session, topic.id);
  session.send(ctrl(packet, 'ok'));
}

/** Takes a member out of a group; takes the right to approve. */
async function removeMember(chat: Chat, session: Session, packet: Packet<'del'>): Promise<void> {
  const self = requireSignedIn(session);
  const name = packet.topic ?? '';
  const attached = session.attachedTo(name);
  if (!attached) throw new ChatRefusal('attachFirst');
  const topic = await topicById(chat.db, attached.id);
  const own = topic && (await findSubscription(chat.db, topic.id, self.id));
  if (!topic || !own || own.deleted_at || topic.kind !== 'grp' || !hasMode(own, 'A')) throw new ChatRefusal('denied');
  const member = await memberByName(chat.db, packet.user ?? '');
  if (!member) throw new ChatRefusal('noUser');
  if (member.id === self.id || member.id === topic.owner_id) throw new ChatRefusal('denied');
  await chat.db.transaction().execute(async (trx) => {
    if (!(await quit(trx, topic.id, member.id, chat.now()))) throw new ChatRefusal('noUser');
    await tell(chat, trx, { what: 'gone', topic: topic.id, user: member.id, name, skip: session.id });
  });
  session.send(ctrl(packet, 'ok'));
}
