import { hasMode } from './mode.ts';
import { ctrl } from './replies.ts';
import type { Session } from './session.ts';
import type { SessionRegistry } from './session-registry.ts';
import { nameFor, type TopicView } from './views.ts';

/** A session that is to be told, the topic's name as its person sees it, and their id. */
export interface Listener {
  session: Session;
  name: string;
  user: number;
}

/** A topic and its sessions in this process. */
export class Room {
  readonly view: TopicView;
  readonly registry: SessionRegistry;
  readonly #only: number | null;

  /** @param only id of the only member to tell; null: all of them */
  constructor(view: TopicView, registry: SessionRegistry, only: number | null = null) {
    this.view = view;
    this.registry = registry;
    this.#only = only;
  }

  /** Sessions attached to the topic. @param exceptSession id of one to leave out */
  attached(exceptSession?: string): Listener[] {
    return this.registry.ofTopic(this.view.id).flatMap((session) => this.#listener(session, exceptSession));
  }

  /** Sessions of members that are attached to `me` but not to this topic (A17.7). */
  attachedToMeOnly(exceptSession?: string): Listener[] {
    return this.onMe(exceptSession).filter(({ session }) => !session.topics.has(this.view.id));
  }

  /** Sessions of those in the topic that are attached to `me`. */
  onMe(exceptSession?: string): Listener[] {
    return [...this.view.members.values()].flatMap(({ user, left }) =>
      left ? [] : this.registry.ofMe(user).flatMap((session) => this.#listener(session, exceptSession)),
    );
  }

  /** `usr…` of a member of the topic. */
  idOf(user: number): string {
    return this.view.members.get(user)?.chatId ?? '';
  }

  /** The topic's name as a member sees it. */
  nameFor(user: number): string {
    return nameFor(this.view, user) ?? '';
  }

  /** Whether a member of the topic has this letter of the access mode. */
  hasPermission(user: number, mode: string): boolean {
    const member = this.view.members.get(user);
    return member !== undefined && !member.left && hasMode(member, mode);
  }

  #listener(session: Session, exceptSession: string | undefined): Listener[] {
    const user = session.self?.id;
    const name = user === undefined ? null : nameFor(this.view, user);
    if (this.#only !== null && user !== this.#only) return [];
    return session.id === exceptSession || user === undefined || !name ? [] : [{ session, name, user }];
  }
}

/** Detaches a session from a topic and tells it. @param unsub the subscription is gone too */
export function evict(registry: SessionRegistry, session: Session, topic: number, unsub: boolean): void {
  const attached = session.topics.get(topic);
  if (!attached) return;
  session.tell(JSON.stringify(ctrl({ topic: attached.name }, 'evicted', unsub ? { unsub } : undefined)));
  registry.detach(session, topic);
}
