import { text } from '#i18n/text.ts';
import { COMPLAINT_TOPIC, MESSAGE_ID } from '#resources/protocol/chat/chat.ts';
import type { Db } from '#server/db/tables.ts';
import { isStorable } from '#server/http/validation.ts';
import { notifyChatMessage } from '#server/live/notices.ts';
import { type Chat, publishChatEvent, requireSignedIn } from '../chat.ts';
import type { Extra, Packet } from '../frames.ts';
import { draftyText } from '../plain-text.ts';
import { linkAttachments } from '../queries/file-queries.ts';
import {
  findMessageAuthor,
  messageByOwnId,
  type NewChatMessage,
  insertMessage as store,
} from '../queries/message-queries.ts';
import { ChatRefusal, ctrl } from '../replies.ts';
import type { AttachedTopic, Session, SignedIn } from '../session.ts';
import type { TopicMember } from '../views.ts';
import { leaveComplaint } from './complain.ts';

/** `pub`: publishes a message, a reply or an edit (A8). */
export async function publish(chat: Chat, session: Session, packet: Packet<'pub'>, extra: Extra): Promise<void> {
  const self = requireSignedIn(session);
  if (packet.topic === 'me' || packet.topic === 'fnd') throw new ChatRefusal('denied');
  if (packet.content === undefined || packet.content === null || !isStorable(packet))
    throw new ChatRefusal('malformed');
  if (packet.topic === COMPLAINT_TOPIC) return leaveComplaint(chat, session, packet);
  const attached = session.attachedTo(packet.topic);
  if (!attached) throw new ChatRefusal('attachFirst');
  const { sender: _, ...head } = packet.head ?? {};
  const message: NewChatMessage = { head, content: packet.content, replaces: readReplacedSeq(head.replace) };
  const at = chat.now();
  const view = await chat.views.get(attached.id);
  const people = [...(view?.members.values() ?? [])];
  const isStaffOnly = people.length > 0 && people.every(({ staff }) => staff);
  const recipients = findNotifiedStaff(people, self, attached, message);
  const skipSession = packet.noecho ? session.id : null;
  const refs = extra.attachments ?? [];
  const isSingleStatement = message.replaces === null && !refs.length && !recipients.length;
  const write = async (db: Db): Promise<number> => {
    if (message.replaces !== null) await requireOwnMessage(db, attached.id, self.id, message.replaces);
    const storedMessage = await store(db, attached.id, self, message, skipSession, at, isStaffOnly);
    if (!storedMessage) throw new ChatRefusal('denied');
    await linkAttachments(db, self, attached.id, storedMessage.seq, refs);
    for (const user of storedMessage.revived) {
      await publishChatEvent(chat, db, {
        what: 'acs',
        topic: attached.id,
        user,
        by: self.id,
        made: true,
        skip: session.id,
      });
    }
    if (recipients.length) {
      const notificationText = draftyText(message.content) || text('api.chatAttachment');
      await notifyChatMessage(chat.bus, db, self.id, {
        topic: self.chatId,
        text: notificationText,
        people: recipients,
      });
    }
    return storedMessage.seq;
  };
  // A plain message is a single statement, so it needs no explicit transaction.
  const ownId = readOwnId(head[MESSAGE_ID]);
  let seq: number;
  try {
    seq = isSingleStatement ? await write(chat.db) : await chat.db.transaction().execute(write);
  } catch (error) {
    // A retry after a lost connection: the message is stored and delivered already, so repeat the first answer.
    const existing = isDuplicate(error) && ownId && (await messageByOwnId(chat.db, attached.id, self.id, ownId));
    if (!existing) throw error;
    return session.send(ctrl(packet, 'accepted', { seq: existing.seq }, existing.at));
  }
  chat.dispatcher.cacheMessage({
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

/** The client's own id of a message (`head['x-id']`). @throws ChatRefusal malformed */
function readOwnId(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value !== 'string' || !/^[\w-]{1,64}$/.test(value)) throw new ChatRefusal('malformed');
  return value;
}

/** PostgreSQL unique violation. */
const isDuplicate = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** Message number in `head.replace`, written `":<seq>"`. @throws ChatRefusal malformed */
function readReplacedSeq(value: unknown): number | null {
  if (value === undefined) return null;
  const digits = typeof value === 'string' ? /^:([1-9]\d{0,9})$/.exec(value)?.[1] : undefined;
  if (!digits || Number(digits) > 2_147_483_647) throw new ChatRefusal('malformed');
  return Number(digits);
}

/** Requires that an edit replaces a message of its author; edits always refer to the original, not to another edit. */
async function requireOwnMessage(trx: Db, topic: number, user: number, seq: number): Promise<void> {
  const original = await findMessageAuthor(trx, topic, seq);
  if (!original || original.replaces !== null) throw new ChatRefusal('malformed');
  if (original.sender_id !== user) throw new ChatRefusal('denied');
}

/** Staff to notify of a resident's message, wherever they are in the console (NOTIF-08); empty for any other message. */
function findNotifiedStaff(
  people: readonly TopicMember[],
  self: SignedIn,
  attached: AttachedTopic,
  message: NewChatMessage,
): number[] {
  if (self.staff || attached.kind !== 'p2p' || message.replaces !== null) return [];
  return people.map(({ user }) => user).filter((user) => user !== self.id);
}
