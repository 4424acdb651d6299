import type { Db } from '#server/db/tables.ts';
import type { EventOf } from './events.ts';
import { membersById } from './queries/people-queries.ts';
import { selectFollowers } from './queries/presence-queries.ts';
import { pres } from './replies.ts';
import { Room } from './room.ts';
import type { SessionRegistry } from './session-registry.ts';
import type { Views } from './views.ts';

const text = JSON.stringify;

/** Dependencies of announcing changes of a person. */
export interface PeopleDeps {
  db: Db;
  registry: SessionRegistry;
  views: Views;
}

/** Tells the people with a chat with a person something about them. */
async function tellFollowers({ db, registry }: PeopleDeps, user: number, fields: object): Promise<string | null> {
  const [person] = await membersById(db, [user]);
  if (!person) return null;
  for (const follower of await selectFollowers(db, user, registry.people())) {
    for (const session of registry.ofMe(follower)) {
      session.tell(text(pres({ topic: 'me', src: person.chatId, ...fields })));
    }
  }
  return person.chatId;
}

/** A person came online or left (A12): in the lists of the people with a chat with them, and in groups. */
export async function tellPresence(event: EventOf<'on' | 'off'>, deps: PeopleDeps): Promise<void> {
  const { what: kind, by, agent } = event;
  const src = await tellFollowers(deps, by, { what: kind, ua: agent });
  const { registry, views } = deps;
  for (const topic of src ? registry.topics() : []) {
    if (registry.ofTopic(topic)[0]?.topics.get(topic)?.kind !== 'grp') continue;
    const view = await views.get(topic);
    if (view?.members.get(by)?.left !== false) continue;
    for (const { session, name, user } of new Room(view, registry).attached()) {
      if (user !== by) session.tell(text(pres({ topic: name, src, what: kind })));
    }
  }
}

/**
 * A person's profile has changed: their own other sessions read it anew, and so do the people with a chat with them.
 */
export async function tellProfile({ by, skip }: EventOf<'profile'>, deps: PeopleDeps): Promise<void> {
  for (const session of deps.registry.ofMe(by)) {
    if (session.id !== skip) session.tell(text(pres({ topic: 'me', src: 'me', what: 'upd' })));
  }
  await tellFollowers(deps, by, { what: 'upd' });
}

/** A person's own tags have changed. */
export function tellTags({ by, skip }: EventOf<'tags'>, { registry }: PeopleDeps): void {
  for (const session of registry.ofMe(by)) {
    if (session.id !== skip) session.tell(text(pres({ topic: 'me', what: 'tags' })));
  }
}
