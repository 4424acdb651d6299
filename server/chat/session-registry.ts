import type { AttachedTopic, Session, SignedIn } from './session.ts';

/** Chat sessions of this process, indexed by person and topic. */
export class SessionRegistry {
  readonly sessions = new Set<Session>();
  readonly #people = new Map<number, Set<Session>>();
  readonly #topics = new Map<number, Set<Session>>();

  add(session: Session): void {
    this.sessions.add(session);
  }

  signIn(session: Session, self: SignedIn): void {
    if (session.isClosed) return;
    session.self = self;
    addToSet(this.#people, self.id, session);
  }

  attach(session: Session, topic: AttachedTopic): void {
    if (session.isClosed) return;
    session.topics.set(topic.id, topic);
    addToSet(this.#topics, topic.id, session);
  }

  detach(session: Session, topic: number): void {
    session.topics.delete(topic);
    removeFromSet(this.#topics, topic, session);
  }

  /** Removes a session whose socket has closed or is about to. */
  drop(session: Session): void {
    session.isClosed = true;
    this.sessions.delete(session);
    for (const topic of [...session.topics.keys()]) this.detach(session, topic);
    if (session.self) removeFromSet(this.#people, session.self.id, session);
  }

  /** Closes a socket, forcibly if the client does not respond; its further packets are ignored. */
  end(session: Session, code: number, reason: string): void {
    this.drop(session);
    session.connection.close(code, reason);
  }

  ofPerson(id: number): readonly Session[] {
    return [...(this.#people.get(id) ?? [])];
  }

  /** Sessions of a person that are attached to `me`. */
  ofMe(id: number): readonly Session[] {
    return this.ofPerson(id).filter((session) => session.me);
  }

  ofTopic(id: number): readonly Session[] {
    return [...(this.#topics.get(id) ?? [])];
  }

  /** Ids of topics with an attached session. */
  topics(): number[] {
    return [...this.#topics.keys()];
  }

  /** Ids of people with a session attached to `me`. */
  people(): number[] {
    return [...this.#people].filter(([, sessions]) => [...sessions].some((session) => session.me)).map(([id]) => id);
  }
}

function addToSet<Key>(map: Map<Key, Set<Session>>, key: Key, session: Session): void {
  const sessionSet = map.get(key);
  if (sessionSet) sessionSet.add(session);
  else map.set(key, new Set([session]));
}

function removeFromSet<Key>(map: Map<Key, Set<Session>>, key: Key, session: Session): void {
  const sessionSet = map.get(key);
  if (!sessionSet?.delete(session)) return;
  if (sessionSet.size === 0) map.delete(key);
}
