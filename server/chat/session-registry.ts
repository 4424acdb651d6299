import type { Attached, Session, SignedIn } from './session.ts';

/** The sessions of this process, by person and by topic. */
export class SessionRegistry {
  readonly sessions = new Set<Session>();
  readonly #people = new Map<number, Set<Session>>();
  readonly #topics = new Map<number, Set<Session>>();

  add(session: Session): void {
    this.sessions.add(session);
  }

  signIn(session: Session, self: SignedIn): void {
    if (session.closed) return;
    session.self = self;
    put(this.#people, self.id, session);
  }

  attach(session: Session, topic: Attached): void {
    if (session.closed) return;
    session.topics.set(topic.id, topic);
    put(this.#topics, topic.id, session);
  }

  detach(session: Session, topic: number): void {
    session.topics.delete(topic);
    take(this.#topics, topic, session);
  }

  /** A socket has closed, or is being closed. */
  drop(session: Session): void {
    session.closed = true;
    this.sessions.delete(session);
    for (const topic of [...session.topics.keys()]) this.detach(session, topic);
    if (session.self) take(this.#people, session.self.id, session);
  }

  /** Closes a socket, by force where the other end does not answer; nothing more is taken from it. */
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

  /** Topics with an attached session. */
  topics(): number[] {
    return [...this.#topics.keys()];
  }

  /** Everybody with a session that is attached to `me`. */
  people(): number[] {
    return [...this.#people].filter(([, sessions]) => [...sessions].some((session) => session.me)).map(([id]) => id);
  }
}

function put<Key>(map: Map<Key, Set<Session>>, key: Key, session: Session): void {
  const present = map.get(key);
  if (present) present.add(session);
  else map.set(key, new Set([session]));
}

function take<Key>(map: Map<Key, Set<Session>>, key: Key, session: Session): void {
  const present = map.get(key);
  if (!present?.delete(session)) return;
  if (present.size === 0) map.delete(key);
}
