import type { Db } from '#server/db/tables.ts';
import type { EventOf } from './events.ts';
import { membersById } from './queries/people-queries.ts';
import { selectPresenceFollowers } from './queries/presence-queries.ts';
import { pres } from './replies.ts';
import { Room } from './room.ts';
import type { SessionRegistry } from './session-registry.ts';
import type { Views } from './views.ts';

const toJson = JSON.stringify;

/** Dependencies of notifications about a person. */
export interface PeopleDeps {
  db: Db;
  registry: SessionRegistry;
  views: Views;
}

/** Notifies the people who have a chat with this person. @returns the person's chat id */
async function notifyFollowers({ db, registry }: PeopleDeps, user: number, fields: object): Promise<string | null> {
  const [person] = await membersById(db, [user]);
  if (!person) return null;
  for (const follower of await selectPresenceFollowers(db, user, registry.people())) {
    for (const session of registry.ofMe(follower)) {
      session.sendEvent(toJson(pres({ topic: 'me', src: person.chatId, ...fields })));
    }
  }
  return person.chatId;
}

/**
 * Tells that a person went online or offline (A12): the people who have a chat with this person, and other people's sessions that
 * have open a group the person is in.
 */
export async function notifyPresence(event: EventOf<'on' | 'off'>, deps: PeopleDeps): Promise<void> {
  const { what: kind, by, agent } = event;
  const src = await notifyFollowers(deps, by, { what: kind, ua: agent });
  const { registry, views } = deps;
  for (const topic of src ? registry.topics() : []) {
    if (registry.ofTopic(topic)[0]?.topics.get(topic)?.kind !== 'grp') continue;
    const view = await views.get(topic);
    if (view?.members.get(by)?.left !== false) continue;
    for (const { session, name, user } of new Room(view, registry).attached()) {
      if (user !== by) session.sendEvent(toJson(pres({ topic: name, src, what: kind })));
    }
  }
}

/** Notifies that a person's profile changed: their own other sessions, and the people who have a chat with them. */
export async function notifyProfile({ by, skip }: EventOf<'profile'>, deps: PeopleDeps): Promise<void> {
  for (const session of deps.registry.ofMe(by)) {
    if (session.id !== skip) session.sendEvent(toJson(pres({ topic: 'me', src: 'me', what: 'upd' })));
  }
  await notifyFollowers(deps, by, { what: 'upd' });
}

/** Notifies a person's other sessions that their own tags changed. */
export function notifyTags({ by, skip }: EventOf<'tags'>, { registry }: PeopleDeps): void {
  for (const session of registry.ofMe(by)) {
    if (session.id !== skip) session.sendEvent(toJson(pres({ topic: 'me', what: 'tags' })));
  }
}
