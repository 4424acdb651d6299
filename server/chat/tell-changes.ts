import type { Db } from '#server/db/tables.ts';
import type { EventOf } from './events.ts';
import { hasMode } from './mode.ts';
import { whoIsOnline } from './queries/presence-queries.ts';
import { pres } from './replies.ts';
import { evict, type Room } from './room.ts';
import type { SessionRegistry } from './session-registry.ts';

const text = JSON.stringify;

/** Tells the attached sessions that data shared by the topic was changed: pinned messages. */
export function tellShared({ skip }: EventOf<'aux'>, room: Room): void {
  for (const { session, name } of room.attached(skip)) session.tell(text(pres({ topic: name, what: 'aux' })));
}

/** A group has another name or picture. */
export function tellDescribed({ skip }: EventOf<'desc'>, room: Room): void {
  for (const { session, name } of room.onMe(skip)) {
    session.tell(text(pres({ topic: 'me', src: name, what: 'upd' })));
  }
}

/** A person's own notes on a topic have changed. */
export function tellNotes({ by, skip }: EventOf<'private'>, room: Room): void {
  for (const { session, name, user } of room.onMe(skip)) {
    if (user === by) session.tell(text(pres({ topic: 'me', src: name, what: 'upd' })));
  }
}

/** A person joined a topic or has other rights in it (A7, A12). */
export async function tellAccess(event: EventOf<'acs'>, room: Room, db: Db): Promise<void> {
  const { user, by, skip, made: isNew } = event;
  const member = room.view.members.get(user);
  if (!member) return;
  const dacs = { want: member.want, given: member.given };
  const act = by === user ? undefined : room.idOf(by);
  for (const { session, name, user: reader } of room.onMe(skip)) {
    if (reader === user) session.tell(text(pres({ topic: 'me', src: name, what: 'acs', act, dacs })));
  }
  for (const { session, name, user: reader } of room.attached(skip)) {
    if (reader !== user) session.tell(text(pres({ topic: name, src: member.chatId, what: 'acs', act, dacs })));
    else if (!hasMode(member, 'J')) evict(room.registry, session, room.view.id, false);
  }
  if (isNew && room.view.kind === 'p2p') await tellPeerOnline(user, room, db);
}

/** Two people with a new chat see each other's state. */
async function tellPeerOnline(user: number, room: Room, db: Db): Promise<void> {
  const peer = [...room.view.members.values()].find((other) => other.user !== user && !other.left);
  if (!peer || !(await whoIsOnline(db, [peer.user])).has(peer.user)) return;
  for (const session of room.registry.ofMe(user))
    session.tell(text(pres({ topic: 'me', src: peer.chatId, what: 'on' })));
}

/** A person is no longer in a topic (A7). @param room null: the topic is gone with them */
export function tellGone(event: EventOf<'gone'>, room: Room | null, registry: SessionRegistry): void {
  const { topic, user, name, skip } = event;
  for (const session of registry.ofPerson(user)) {
    if (session.id === skip) continue;
    evict(registry, session, topic, true);
    if (session.me) session.tell(text(pres({ topic: 'me', src: name, what: 'gone' })));
  }
  const leaverId = room?.idOf(user);
  if (room?.view.kind === 'p2p') {
    for (const { session } of room.onMe()) session.tell(text(pres({ topic: 'me', src: leaverId, what: 'off' })));
  } else {
    const dacs = { want: 'N', given: 'N' };
    for (const listener of room?.attached() ?? []) {
      listener.session.tell(text(pres({ topic: listener.name, src: leaverId, what: 'acs', dacs })));
    }
  }
}
