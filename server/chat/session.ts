import { randomUUID } from 'node:crypto';
import type { Connection } from '#server/live/connection.ts';
import type { FindQuery } from './find-query.ts';
import type { Member } from './queries/people-queries.ts';

/** A topic that a session is attached to. */
export interface AttachedTopic {
  id: number;
  kind: 'p2p' | 'grp';
  /** Name as this person sees it. */
  name: string;
  /** Messages up to this number were delivered or are history, which the session requests itself. */
  deliveredUpTo: number;
  /** Numbers above `deliveredUpTo` already sent in an answer; their events may still arrive. */
  readonly alreadySent: Set<number>;
  /** Time of the last typing notice that was passed on, ms. */
  typedAt: number;
}

/** The signed-in person, the id of their token, and of the console session that it ends with (null = none). */
export interface SignedIn extends Member {
  token: number;
  parent: number | null;
}

interface QueuedEvent {
  frame: string;
  /** Set for messages only. */
  topic?: number;
  seq?: number;
}

/** One WebSocket of the chat. Answers are sent at once; events of others wait while a subscription is being answered. */
export class Session {
  readonly id = randomUUID();
  readonly connection: Connection;
  /** Client address, for sign-in rate limits. */
  readonly address: string;
  isGreeted = false;
  /** The socket is closed or about to be. */
  isClosed = false;
  agent = '';
  self: SignedIn | null = null;
  /** Whether it is attached to `me`. */
  me = false;
  /** Whether it is attached to `fnd`; the query belongs to the session. */
  fnd = false;
  findQuery: FindQuery | null = null;
  /** Time the socket was opened, ms since 1970. */
  readonly openedAt: number;
  /** The last ping was answered. */
  isAlive = true;
  readonly topics = new Map<number, AttachedTopic>();
  #queue: QueuedEvent[] | null = null;

  /** @param openedAt time the socket was opened, ms since 1970 */
  constructor(connection: Connection, address: string, openedAt: number) {
    this.connection = connection;
    this.address = address;
    this.openedAt = openedAt;
  }

  /** Sends an answer. */
  send(frame: object): void {
    this.connection.send(JSON.stringify(frame));
  }

  /** Sends an event, or queues it while held. @param frame JSON */
  sendEvent(frame: string): void {
    if (this.#queue) this.#queue.push({ frame });
    else this.connection.send(frame);
  }

  /** Sends a message event, unless the session has the message already. */
  sendMessageEvent(topic: number, seq: number, frame: string): void {
    if (this.#queue) this.#queue.push({ frame, topic, seq });
    else if (this.#isNew(topic, seq)) this.connection.send(frame);
  }

  /** Queues events of others until `release`. */
  hold(): void {
    this.#queue ??= [];
  }

  release(): void {
    const queuedEvents = this.#queue ?? [];
    this.#queue = null;
    for (const { frame, topic, seq } of queuedEvents) {
      if (topic === undefined || seq === undefined || this.#isNew(topic, seq)) this.connection.send(frame);
    }
  }

  /** The attached topic with this name. */
  attachedTo(name: string): AttachedTopic | null {
    for (const attached of this.topics.values()) if (attached.name === name) return attached;
    return null;
  }

  /** Sends a message of an answer and remembers it, so that its event is not sent again. */
  sendHistory(topic: number, seq: number, frame: object): void {
    const attached = this.topics.get(topic);
    if (attached && seq > attached.deliveredUpTo) attached.alreadySent.add(seq);
    this.send(frame);
  }

  #isNew(topic: number, seq: number): boolean {
    const attached = this.topics.get(topic);
    if (!attached || seq <= attached.deliveredUpTo) return false;
    attached.deliveredUpTo = seq;
    return !attached.alreadySent.delete(seq);
  }
}
