import type { EventOf } from './events.ts';
import type { StoredMessage } from './queries/message-queries.ts';
import { info, pres } from './replies.ts';
import type { Room } from './room.ts';

const toJson = JSON.stringify;

/** A message in the wire format for a member of the topic; content unchanged (A8). */
export function dataFrame(topic: string, message: StoredMessage) {
  const { sender, at, seq, head, content } = message;
  return { data: { topic, from: sender, ts: at, seq, ...(Object.keys(head).length ? { head } : {}), content } };
}

/** Delivers a new message (A8): to attached sessions with its content, to other sessions only its number. */
export function notifyMessage(event: EventOf<'data'>, room: Room, message: StoredMessage | undefined): void {
  const { topic, seq, by, skip } = event;
  const frames = new Map<string, string>();
  for (const { session, name, user } of message ? room.attached(skip) : []) {
    if (!message || !room.hasPermission(user, 'R')) continue;
    const frame = frames.get(name) ?? toJson(dataFrame(name, message));
    frames.set(name, frame);
    session.sendMessageEvent(topic, seq, frame);
  }
  for (const { session, name, user } of room.attachedToMeOnly()) {
    // Without `act` the client counts the message as its own and read.
    const act = user === by ? undefined : room.idOf(by);
    if (room.hasPermission(user, 'P'))
      session.sendEvent(toJson(pres({ topic: 'me', src: name, what: 'msg', seq, act })));
  }
}

/** Notifies of a read or receive receipt, or of typing (A10). */
export function notifyReceipt(event: EventOf<'read' | 'recv' | 'kp' | 'kpa' | 'kpv'>, room: Room): void {
  const { what: kind, seq, by, skip } = event;
  const from = room.idOf(by);
  const isTyping = kind !== 'read' && kind !== 'recv';
  for (const { session, name, user } of room.attached(skip)) {
    if (!isTyping || user !== by) session.sendEvent(toJson(info({ topic: name, from, what: kind, seq })));
  }
  for (const { session, name, user } of room.attachedToMeOnly(skip)) {
    if (isTyping && user === by) continue;
    session.sendEvent(toJson(info({ topic: 'me', src: name, from, what: kind, seq })));
    if (!isTyping && user === by) session.sendEvent(toJson(pres({ topic: 'me', src: name, what: kind, seq })));
  }
}

/** Notifies of deleted messages, for one person or everybody (A8). */
export function notifyDeletion(event: EventOf<'del'>, room: Room): void {
  const { by, hard, clear, ranges, skip } = event;
  const act = room.idOf(by);
  for (const { session, name, user } of room.attached(skip)) {
    if (hard || user === by)
      session.sendEvent(toJson(pres({ topic: name, src: name, what: 'del', clear, delseq: ranges })));
  }
  for (const { session, name, user } of room.attachedToMeOnly(skip)) {
    if (hard || user === by) session.sendEvent(toJson(pres({ topic: 'me', src: name, what: 'del', clear, act })));
  }
}
