import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { FindQuery } from './find-query.ts';
import type { Member } from './people-queries.ts';

/** A topic that a session is attached to. */
export interface Attached {
  id: number;
  kind: 'p2p' | 'grp';
  /** As this person sees it. */
  name: string;
  /** Messages up to this number were told, or are history to the session: it asks for them. */
  floor: number;
  /** Numbers above it that an answer has brought already; they are on their way here too. */
  readonly brought: Set<number>;
  /** When its typing was told of last, ms. */
  typedAt: number;
}

/** Who is signed in, by which token, and the session of the console that it dies with; null where it dies with none. */
export interface SignedIn extends Member {
  token: number;
  parent: number | null;
}

/** What may wait to be sent over one socket, bytes; who reads slower than that comes back and asks for what he missed. */
export const UNSENT_MAX = 8_388_608;

interface Held {
  frame: string;
  /** Of a message. */
  topic?: number;
  seq?: number;
}

/** One web socket of the chat. Answers go out at once; what others did waits while a subscription is answered. */
export class Session {
  readonly id = randomUUID();
  readonly socket: WebSocket;
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
  /** When it was opened, ms. */
  readonly born = Date.now();
  /** Answered the last ping. */
  alive = true;
  readonly topics = new Map<number, Attached>();
  #held: Held[] | null = null;

  constructor(socket: WebSocket, address: string) {
    this.socket = socket;
    this.address = address;
  }

  /** Sends an answer. */
  send(frame: object): void {
    this.#write(JSON.stringify(frame));
  }

  /** Tells of what happened elsewhere. @param frame JSON */
  tell(frame: string): void {
    if (this.#held) this.#held.push({ frame });
    else this.#write(frame);
  }

  /** Tells of a message, unless it is history already. */
  tellMessage(topic: number, seq: number, frame: string): void {
    if (this.#held) this.#held.push({ frame, topic, seq });
    else if (this.#isNew(topic, seq)) this.#write(frame);
  }

  /** Keeps back what others do until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const { frame, topic, seq } of held) {
      if (topic === undefined || seq === undefined || this.#isNew(topic, seq)) this.#write(frame);
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
    if (attached && seq > attached.floor) attached.brought.add(seq);
    this.send(frame);
  }

  #isNew(topic: number, seq: number): boolean {
    const attached = this.topics.get(topic);
    if (!attached || seq <= attached.floor) return false;
    attached.floor = seq;
    return !attached.brought.delete(seq);
  }

  #write(frame: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > UNSENT_MAX) this.socket.terminate();
    else this.socket.send(frame);
  }
}
