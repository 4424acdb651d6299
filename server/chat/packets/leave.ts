import type { Db } from '#server/db/tables.ts';
import { type Chat, requireSignedIn, tell } from '../chat.ts';
import type { Packet } from '../frames.ts';
import { countSubscribers, deleteTopic, quit, type Topic, topicById } from '../queries/topic-queries.ts';
import { ChatRefusal, ctrl } from '../replies.ts';
import type { Session, SignedIn } from '../session.ts';

/** `leave`: detaches the session; with `unsub` the person leaves the topic (A7). */
export async function leave(chat: Chat, session: Session, packet: Packet<'leave'>): Promise<void> {
  const self = requireSignedIn(session);
  if (packet.topic === 'me' || packet.topic === 'fnd') {
    if (packet.unsub) throw new ChatRefusal('denied');
    await leaveOwn(chat, session, self, packet.topic);
    return session.send(ctrl(packet, 'ok'));
  }
  const attached = session.attachedTo(packet.topic);
  if (!attached) throw new ChatRefusal(packet.unsub ? 'attachFirst' : 'notJoined');
  if (packet.unsub) {
    const topic = await topicById(chat.db, attached.id);
    if (topic) await unsubscribe(chat, session, self, topic, attached.name);
  }
  chat.registry.detach(session, attached.id);
  session.send(ctrl(packet, 'ok'));
}

async function leaveOwn(chat: Chat, session: Session, self: SignedIn, topic: 'me' | 'fnd'): Promise<void> {
  if (!session[topic]) throw new ChatRefusal('notJoined');
  session[topic] = false;
  if (topic === 'fnd') session.found = null;
  else await chat.presence.left(self.id, session.agent);
}

/**
 * Takes a person out of a topic; the last one to leave deletes it with all messages. The owner of a group does not
 * leave it, they delete it.
 * @param name the topic as the person sees it
 */
export async function unsubscribe(
  chat: Chat,
  session: Session,
  self: SignedIn,
  topic: Topic,
  name: string,
): Promise<void> {
  if (topic.kind === 'grp' && topic.owner_id === self.id) throw new ChatRefusal('denied');
  await chat.db.transaction().execute(async (trx) => {
    if (!(await quit(trx, topic.id, self.id, chat.now()))) throw new ChatRefusal('noTopic');
    await tell(chat, trx, { what: 'gone', topic: topic.id, user: self.id, name, skip: session.id });
    await deleteEmpty(trx, topic.id);
  });
}

async function deleteEmpty(trx: Db, topic: number): Promise<void> {
  if ((await countSubscribers(trx, topic)) === 0) await deleteTopic(trx, topic);
}
