import type { EventOf } from './events.ts';
import type { StoredMessage } from './queries/message-queries.ts';
import { info, pres } from './replies.ts';
import type { Room } from './room.ts';

const text = JSON.stringify;

/** A message as a member of the topic gets it; content as it came (A8). */
export function dataFrame(topic: string, message: StoredMessage) {
  const { sender, at, seq, head, content } = message;
  return { data: { topic, from: sender, ts: at, seq, ...(Object.keys(head).length ? { head } : {}), content } };
}

/** A message was published (A8): whole to attached sessions, only its number to the others. */
export function tellData(event: EventOf<'data'>, room: Room, message: StoredMessage | undefined): void {
  const { topic, seq, by, skip } = event;
  const frames = new Map<string, string>();
  for (const { session, name, user } of message ? room.attached(skip) : []) {
    if (!message || !room.hasPermission(user, 'R')) continue;
    const frame = frames.get(name) ?? text(dataFrame(name, message));
    frames.set(name, frame);
    session.tellMessage(topic, seq, frame);
  }
  for (const { session, name, user } of room.attachedToMeOnly()) {
    // Without `act` it counts as their own and as read.
    const act = user === by ? undefined : room.idOf(by);
    if (room.hasPermission(user, 'P')) session.tell(text(pres({ topic: 'me', src: name, what: 'msg', seq, act })));
  }
}

/** A person has read or received, or is typing (A10). */
export function tellNote(event: EventOf<'read' | 'recv' | 'kp' | 'kpa' | 'kpv'>, room: Room): void {
  const { what: kind, seq, by, skip } = event;
  const from = room.idOf(by);
  const typing = kind !== 'read' && kind !== 'recv';
  for (const { session, name, user } of room.attached(skip)) {
    if (!typing || user !== by) session.tell(text(info({ topic: name, from, what: kind, seq })));
  }
  for (const { session, name, user } of room.attachedToMeOnly(skip)) {
    if (typing && user === by) continue;
    session.tell(text(info({ topic: 'me', src: name, from, what: kind, seq })));
    if (!typing && user === by) session.tell(text(pres({ topic: 'me', src: name, what: kind, seq })));
  }
}

/** Messages were deleted, for one or for everybody (A8). */
export function tellDeleted(event: EventOf<'del'>, room: Room): void {
  const { by, hard, clear, ranges, skip } = event;
  const act = room.idOf(by);
  for (const { session, name, user } of room.attached(skip)) {
    if (hard || user === by) session.tell(text(pres({ topic: name, src: name, what: 'del', clear, delseq: ranges })));
  }
  for (const { session, name, user } of room.attachedToMeOnly(skip)) {
    if (hard || user === by) session.tell(text(pres({ topic: 'me', src: name, what: 'del', clear, act })));
  }
}
