import { hasMode } from './mode.ts';
import { ctrl } from './replies.ts';
import type { Session } from './session.ts';
import type { SessionRegistry } from './session-registry.ts';
import { type TopicView, topicNameFor } from './views.ts';

/** A session to notify, the topic's name as its person sees it, and the person's id. */
export interface Listener {
  session: Session;
  name: string;
  user: number;
}

/** A topic and its sessions in this process. */
export class Room {
  readonly view: TopicView;
  readonly registry: SessionRegistry;
  readonly #onlyUser: number | null;

  /** @param onlyUser id of the only member to notify; null = all members */
  constructor(view: TopicView, registry: SessionRegistry, onlyUser: number | null = null) {
    this.view = view;
    this.registry = registry;
    this.#onlyUser = onlyUser;
  }

  /** Sessions attached to the topic. @param exceptSession id of a session to skip */
  attached(exceptSession?: string): Listener[] {
    return this.registry.ofTopic(this.view.id).flatMap((session) => this.#listener(session, exceptSession));
  }

  /** Sessions of members that are attached to `me` but not to this topic (A17.7). */
  attachedToMeOnly(exceptSession?: string): Listener[] {
    return this.onMe(exceptSession).filter(({ session }) => !session.topics.has(this.view.id));
  }

  /** Sessions of current members that are attached to `me`. */
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
    return topicNameFor(this.view, user) ?? '';
  }

  /** Whether a member of the topic has this letter of the access mode. */
  hasPermission(user: number, mode: string): boolean {
    const member = this.view.members.get(user);
    return member !== undefined && !member.left && hasMode(member, mode);
  }

  #listener(session: Session, exceptSession: string | undefined): Listener[] {
    const user = session.self?.id;
    const name = user === undefined ? null : topicNameFor(this.view, user);
    if (this.#onlyUser !== null && user !== this.#onlyUser) return [];
    return session.id === exceptSession || user === undefined || !name ? [] : [{ session, name, user }];
  }
}

/** Detaches a session from a topic and notifies it. @param unsub the subscription was deleted too */
export function evict(registry: SessionRegistry, session: Session, topic: number, unsub: boolean): void {
  const attached = session.topics.get(topic);
  if (!attached) return;
  session.sendEvent(JSON.stringify(ctrl({ topic: attached.name }, 'evicted', unsub ? { unsub } : undefined)));
  registry.detach(session, topic);
}
