import type { Db } from '#server/db/tables.ts';
import type { EventOf } from './events.ts';
import { hasMode } from './mode.ts';
import { whoIsOnline } from './queries/presence-queries.ts';
import { pres } from './replies.ts';
import { evict, type Room } from './room.ts';
import type { SessionRegistry } from './session-registry.ts';

const toJson = JSON.stringify;

/** Notifies attached sessions that shared data of the topic (pinned messages) changed. */
export function notifySharedData({ skip }: EventOf<'aux'>, room: Room): void {
  for (const { session, name } of room.attached(skip)) session.sendEvent(toJson(pres({ topic: name, what: 'aux' })));
}

/** Notifies members that the name or picture of a group changed. */
export function notifyDescription({ skip }: EventOf<'desc'>, room: Room): void {
  for (const { session, name } of room.onMe(skip)) {
    session.sendEvent(toJson(pres({ topic: 'me', src: name, what: 'upd' })));
  }
}

/** Notifies a person's other sessions that their private data of a topic changed. */
export function notifyPrivateData({ by, skip }: EventOf<'private'>, room: Room): void {
  for (const { session, name, user } of room.onMe(skip)) {
    if (user === by) session.sendEvent(toJson(pres({ topic: 'me', src: name, what: 'upd' })));
  }
}

/** Notifies members that a person joined a topic or their access changed (A7, A12). */
export async function notifyAccess(event: EventOf<'acs'>, room: Room, db: Db): Promise<void> {
  const { user, by, skip, made: isNew } = event;
  const member = room.view.members.get(user);
  if (!member) return;
  const dacs = { want: member.want, given: member.given };
  const act = by === user ? undefined : room.idOf(by);
  for (const { session, name, user: reader } of room.onMe(skip)) {
    if (reader === user) session.sendEvent(toJson(pres({ topic: 'me', src: name, what: 'acs', act, dacs })));
  }
  for (const { session, name, user: reader } of room.attached(skip)) {
    if (reader !== user) session.sendEvent(toJson(pres({ topic: name, src: member.chatId, what: 'acs', act, dacs })));
    else if (!hasMode(member, 'J')) evict(room.registry, session, room.view.id, false);
  }
  if (isNew && room.view.kind === 'p2p') await notifyPeerOnline(user, room, db);
}

/** After a new p2p chat, tells the person whether the other one is online. */
async function notifyPeerOnline(user: number, room: Room, db: Db): Promise<void> {
  const peer = [...room.view.members.values()].find((other) => other.user !== user && !other.left);
  if (!peer || !(await whoIsOnline(db, [peer.user])).has(peer.user)) return;
  for (const session of room.registry.ofMe(user))
    session.sendEvent(toJson(pres({ topic: 'me', src: peer.chatId, what: 'on' })));
}

/** Notifies sessions that a person is no longer in a topic (A7). @param room null when the topic was deleted too */
export function notifyGone(event: EventOf<'gone'>, room: Room | null, registry: SessionRegistry): void {
  const { topic, user, name, skip } = event;
  for (const session of registry.ofPerson(user)) {
    if (session.id === skip) continue;
    evict(registry, session, topic, true);
    if (session.me) session.sendEvent(toJson(pres({ topic: 'me', src: name, what: 'gone' })));
  }
  const leaverId = room?.idOf(user);
  if (room?.view.kind === 'p2p') {
    for (const { session } of room.onMe()) session.sendEvent(toJson(pres({ topic: 'me', src: leaverId, what: 'off' })));
  } else {
    const dacs = { want: 'N', given: 'N' };
    for (const listener of room?.attached() ?? []) {
      listener.session.sendEvent(toJson(pres({ topic: listener.name, src: leaverId, what: 'acs', dacs })));
    }
  }
}
