import { text } from '#i18n/text.ts';
import { COMPLAINT_TOPIC, MESSAGE_ID } from '#resources/protocol/chat/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { storable } from '#server/http/validation.ts';
import { messageSent } from '#server/live/notices.ts';
import { type Chat, requireSignedIn, tell } from '../chat.ts';
import type { Extra, Packet } from '../frames.ts';
import { draftyText } from '../plain-text.ts';
import { keepAttachments } from '../queries/file-queries.ts';
import { findMessageAuthor, messageByOwnId, type NewMessage, publish as store } from '../queries/message-queries.ts';
import { ChatRefusal, ctrl } from '../replies.ts';
import type { Attached, Session, SignedIn } from '../session.ts';
import type { InTopic } from '../views.ts';
import { leaveComplaint } from './complain.ts';

/** `pub`: a message, a reply or an edit (A8). */
export async function publish(chat: Chat, session: Session, packet: Packet<'pub'>, extra: Extra): Promise<void> {
  const self = requireSignedIn(session);
  if (packet.topic === 'me' || packet.topic === 'fnd') throw new ChatRefusal('denied');
  if (packet.content === undefined || packet.content === null || !storable(packet)) throw new ChatRefusal('malformed');
  if (packet.topic === COMPLAINT_TOPIC) return leaveComplaint(chat, session, packet);
  const attached = session.attachedTo(packet.topic);
  if (!attached) throw new ChatRefusal('attachFirst');
  const { sender: _, ...head } = packet.head ?? {};
  const message: NewMessage = { head, content: packet.content, replaces: replaced(head.replace) };
  const at = chat.now();
  const view = await chat.views.get(attached.id);
  const people = [...(view?.members.values() ?? [])];
  const among = people.length > 0 && people.every(({ staff }) => staff);
  const recipients = toldTo(people, self, attached, message);
  const skip = packet.noecho ? session.id : null;
  const refs = extra.attachments ?? [];
  const alone = message.replaces === null && !refs.length && !recipients.length;
  const write = async (db: Db): Promise<number> => {
    if (message.replaces !== null) await mustBeOwn(db, attached.id, self.id, message.replaces);
    const storedMessage = await store(db, attached.id, self, message, skip, at, among);
    if (!storedMessage) throw new ChatRefusal('denied');
    await keepAttachments(db, self, attached.id, storedMessage.seq, refs);
    for (const user of storedMessage.revived) {
      await tell(chat, db, { what: 'acs', topic: attached.id, user, by: self.id, made: true, skip: session.id });
    }
    if (recipients.length) {
      const words = draftyText(message.content) || text('api.chatAttachment');
      await messageSent(chat.bus, db, self.id, { topic: self.chatId, text: words, people: recipients });
    }
    return storedMessage.seq;
  };
  // A plain message is one statement, and so is a transaction of its own.
  const ownId = readOwnId(head[MESSAGE_ID]);
  let seq: number;
  try {
    seq = alone ? await write(chat.db) : await chat.db.transaction().execute(write);
  } catch (error) {
    // Sent again after a line broke: it is there already, and told of.
    const known = isDuplicate(error) && ownId && (await messageByOwnId(chat.db, attached.id, self.id, ownId));
    if (!known) throw error;
    return session.send(ctrl(packet, 'accepted', { seq: known.seq }, known.at));
  }
  chat.dispatcher.remember({
    topic_id: attached.id,
    seq,
    sender_id: self.id,
    sender: self.chatId,
    at,
    head,
    content: message.content,
  });
  session.send(ctrl(packet, 'accepted', { seq }, at));
}

/** The sender's own name of a message (`head['x-id']`). @throws ChatRefusal malformed */
function readOwnId(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value !== 'string' || !/^[\w-]{1,64}$/.test(value)) throw new ChatRefusal('malformed');
  return value;
}

/** PostgreSQL: there is such a row already. */
const isDuplicate = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** The number in `head.replace`, `":<seq>"`. @throws ChatRefusal malformed */
function replaced(value: unknown): number | null {
  if (value === undefined) return null;
  const found = typeof value === 'string' ? /^:([1-9]\d{0,9})$/.exec(value)?.[1] : undefined;
  if (!found || Number(found) > 2_147_483_647) throw new ChatRefusal('malformed');
  return Number(found);
}

/** One's own messages alone may be edited; edits point at the first one. */
async function mustBeOwn(trx: Db, topic: number, user: number, seq: number): Promise<void> {
  const first = await findMessageAuthor(trx, topic, seq);
  if (!first || first.replaces !== null) throw new ChatRefusal('malformed');
  if (first.sender_id !== user) throw new ChatRefusal('denied');
}

/** The members of staff to notify of a resident's message, wherever they are in the console (NOTIF-08); empty for any other message. */
function toldTo(people: readonly InTopic[], self: SignedIn, attached: Attached, message: NewMessage): number[] {
  if (self.staff || attached.kind !== 'p2p' || message.replaces !== null) return [];
  return people.map(({ user }) => user).filter((user) => user !== self.id);
}
