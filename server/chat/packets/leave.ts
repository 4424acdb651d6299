import type { Db } from '#server/db/tables.ts';
import { type Chat, publishChatEvent, requireSignedIn } from '../chat.ts';
import type { Packet } from '../frames.ts';
import { type ChatTopic, countSubscribers, deleteTopic, endMembership, topicById } from '../queries/topic-queries.ts';
import { ChatRefusal, ctrl } from '../replies.ts';
import type { Session, SignedIn } from '../session.ts';

/** `leave`: detaches the session; with `unsub` the person also leaves the topic (A7). */
export async function leave(chat: Chat, session: Session, packet: Packet<'leave'>): Promise<void> {
  const self = requireSignedIn(session);
  if (packet.topic === 'me' || packet.topic === 'fnd') {
    if (packet.unsub) throw new ChatRefusal('denied');
    await detachOwnTopic(chat, session, self, packet.topic);
    return session.send(ctrl(packet, 'ok'));
  }
  const attached = session.attachedTo(packet.topic);
  if (!attached) throw new ChatRefusal(packet.unsub ? 'attachFirst' : 'notJoined');
  if (packet.unsub) {
    const topic = await topicById(chat.db, attached.id);
    if (topic) await leaveTopic(chat, session, self, topic, attached.name);
  }
  chat.registry.detach(session, attached.id);
  session.send(ctrl(packet, 'ok'));
}

async function detachOwnTopic(chat: Chat, session: Session, self: SignedIn, topic: 'me' | 'fnd'): Promise<void> {
  if (!session[topic]) throw new ChatRefusal('notJoined');
  session[topic] = false;
  if (topic === 'fnd') session.findQuery = null;
  else await chat.presence.sessionDetached(self.id, session.agent);
}

/**
 * Removes a person from a topic; when the last one leaves, it is deleted with its messages. The owner of a group cannot leave it,
 * only delete it.
 * @param name the topic as the person sees it
 */
export async function leaveTopic(
  chat: Chat,
  session: Session,
  self: SignedIn,
  topic: ChatTopic,
  name: string,
): Promise<void> {
  if (topic.kind === 'grp' && topic.owner_id === self.id) throw new ChatRefusal('denied');
  await chat.db.transaction().execute(async (trx) => {
    if (!(await endMembership(trx, topic.id, self.id, chat.now()))) throw new ChatRefusal('noTopic');
    await publishChatEvent(chat, trx, { what: 'gone', topic: topic.id, user: self.id, name, skip: session.id });
    await deleteIfEmpty(trx, topic.id);
  });
}

async function deleteIfEmpty(trx: Db, topic: number): Promise<void> {
  if ((await countSubscribers(trx, topic)) === 0) await deleteTopic(trx, topic);
}
