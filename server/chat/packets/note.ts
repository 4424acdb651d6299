import { type Chat, requireSignedIn, tell } from '../chat.ts';
import type { Packet } from '../frames.ts';
import { hasMode } from '../mode.ts';
import { moveMark } from '../queries/message-queries.ts';
import type { Session } from '../session.ts';

const TYPING = ['kp', 'kpa', 'kpv'] as const;
/** Least time between two signs of one person's typing that are handed on, ms; clients send one in three seconds (A10). */
const TYPING_PAUSE = 1_000;

/** `note`: typing, received, read (A10). Never answered; what makes no sense is dropped. */
export async function note(chat: Chat, session: Session, packet: Packet<'note'>): Promise<void> {
  const self = requireSignedIn(session);
  const { what: kind, seq = 0 } = packet;
  const attached = session.attachedTo(packet.topic);
  if (!attached) return;
  if (kind === 'read' || kind === 'recv') {
    if (seq > 0) await moveMark(chat.db, { topic: attached.id, user: self.id, what: kind, seq, skip: session.id });
    return;
  }
  const typing = TYPING.find((known) => known === kind);
  const member = (await chat.views.get(attached.id))?.members.get(self.id);
  if (!typing || !member || member.left || !hasMode(member, 'W')) return;
  const moment = chat.now().getTime();
  if (Math.abs(moment - attached.typedAt) < TYPING_PAUSE) return;
  attached.typedAt = moment;
  await tell(chat, chat.db, { what: typing, topic: attached.id, by: self.id, skip: session.id });
}
