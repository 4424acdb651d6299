import { type Chat, publishChatEvent, requireSignedIn } from '../chat.ts';
import type { Packet } from '../frames.ts';
import { hasMode } from '../mode.ts';
import { updateReadMark } from '../queries/message-queries.ts';
import type { Session } from '../session.ts';

const TYPING_KINDS = ['kp', 'kpa', 'kpv'] as const;
/** Minimum interval between forwarded typing notices of a session, ms; clients send one every three seconds (A10). */
const TYPING_INTERVAL_MS = 1_000;

/** `note`: typing, received, read (A10). Never answered; invalid notes are dropped silently. */
export async function note(chat: Chat, session: Session, packet: Packet<'note'>): Promise<void> {
  const self = requireSignedIn(session);
  const { what: kind, seq = 0 } = packet;
  const attached = session.attachedTo(packet.topic);
  if (!attached) return;
  if (kind === 'read' || kind === 'recv') {
    if (seq > 0)
      await updateReadMark(chat.db, { topic: attached.id, user: self.id, what: kind, seq, skip: session.id });
    return;
  }
  const typingKind = TYPING_KINDS.find((kindOfTyping) => kindOfTyping === kind);
  const member = (await chat.views.get(attached.id))?.members.get(self.id);
  if (!typingKind || !member || member.left || !hasMode(member, 'W')) return;
  const nowMs = chat.now().getTime();
  if (Math.abs(nowMs - attached.typedAt) < TYPING_INTERVAL_MS) return;
  attached.typedAt = nowMs;
  await publishChatEvent(chat, chat.db, { what: typingKind, topic: attached.id, by: self.id, skip: session.id });
}
