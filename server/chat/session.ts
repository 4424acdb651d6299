import { randomUUID } from 'node:crypto';
import type { Connection } from '#server/live/connection.ts';
import type { FindQuery } from './find-query.ts';
import type { Member } from './queries/people-queries.ts';

/** A topic that a session is attached to. */
export interface Attached {
  id: number;
  kind: 'p2p' | 'grp';
  /** As this person sees it. */
  name: string;
  /** Messages up to this number were told, or are history to the session: it asks for them. */
  toldUpTo: number;
  /** Numbers above `toldUpTo` that an answer has sent already; their events are still on the way here. */
  readonly alreadySent: Set<number>;
  /** When its typing was told of last, ms. */
  typedAt: number;
}

/**
 * The signed-in person, by which token, and the session of the console that it dies with; null where it dies with none.
 */
export interface SignedIn extends Member {
  token: number;
  parent: number | null;
}

interface Held {
  frame: string;
  /** Of a message. */
  topic?: number;
  seq?: number;
}

/** One web socket of the chat. Answers go out at once; what others did waits while a subscription is answered. */
export class Session {
  readonly id = randomUUID();
  readonly connection: Connection;
  /** Address of the client, for the throttle of sign-in. */
  readonly address: string;
  greeted = false;
  /** The socket is gone, or is about to be. */
  closed = false;
  agent = '';
  self: SignedIn | null = null;
  /** Attached to `me`. */
  me = false;
  /** Attached to `fnd`; its query belongs to the session. */
  fnd = false;
  found: FindQuery | null = null;
  /** When it was opened, ms since 1970. */
  readonly born: number;
  /** Answered the last ping. */
  alive = true;
  readonly topics = new Map<number, Attached>();
  #held: Held[] | null = null;

  /** @param born when the socket was opened, ms since 1970 */
  constructor(connection: Connection, address: string, born: number) {
    this.connection = connection;
    this.address = address;
    this.born = born;
  }

  /** Sends an answer. */
  send(frame: object): void {
    this.connection.send(JSON.stringify(frame));
  }

  /** Tells of what happened elsewhere. @param frame JSON */
  tell(frame: string): void {
    if (this.#held) this.#held.push({ frame });
    else this.connection.send(frame);
  }

  /** Tells of a message, unless it is history already. */
  tellMessage(topic: number, seq: number, frame: string): void {
    if (this.#held) this.#held.push({ frame, topic, seq });
    else if (this.#isNew(topic, seq)) this.connection.send(frame);
  }

  /** Keeps back what others do until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const { frame, topic, seq } of held) {
      if (topic === undefined || seq === undefined || this.#isNew(topic, seq)) this.connection.send(frame);
    }
  }

  /** The topic of this name that the session is attached to. */
  attachedTo(name: string): Attached | null {
    for (const attached of this.topics.values()) if (attached.name === name) return attached;
    return null;
  }

  /** Sends the messages of an answer, so that none is told once more. */
  sendHistory(topic: number, seq: number, frame: object): void {
    const attached = this.topics.get(topic);
    if (attached && seq > attached.toldUpTo) attached.alreadySent.add(seq);
    this.send(frame);
  }

  #isNew(topic: number, seq: number): boolean {
    const attached = this.topics.get(topic);
    if (!attached || seq <= attached.toldUpTo) return false;
    attached.toldUpTo = seq;
    return !attached.alreadySent.delete(seq);
  }
}
