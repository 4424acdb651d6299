import type { FastifyBaseLogger } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { CLOSE, PING, PONG } from '#resources/protocol/live.ts';
import { Allowance, type Rate } from './allowance.ts';

/** Limits on what one connection may send, and may leave unread. Sizes in bytes. */
export interface Bounds {
  /** Most bytes that may wait to be sent; a client that reads slower reconnects and asks for what it missed. */
  unsent: number;
  /** Size of one message. */
  message: number;
  /** Messages and control frames. */
  frames: Rate;
  bytes: Rate;
  /** Messages being handled, or waiting for that, before no more are read; and how few before reading goes on. */
  waiting: { most: number; few: number };
}

/** Limits on all connections of one person together. */
export interface PersonBounds {
  connections: number;
  /** Bytes that may wait to be sent. */
  unsent: number;
  messages: Rate;
}

/** The connections of one person, and what they may still do together. */
export interface PersonConnections {
  bounds: PersonBounds;
  connections: Set<Connection>;
  messages: Allowance;
}

/** Is told of a connection that went over its bounds. */
export type LimitLog = Pick<FastifyBaseLogger, 'info'>;

/** Told with which code a connection was closed for going over a bound. */
export type OnRefusal = (code: number) => void;

/** A client has so long to answer that its connection is closed, ms; then it is cut off. */
const ANSWERS_IN_MS = 500;

/** How a message is handled; null where that is done already. */
export type Take = (text: string) => (() => Promise<unknown>) | null;

/**
 * A web socket of a client, kept within its bounds (`connection-limits.ts`): over one of them it is closed with a code that
 * says which, and nothing more is taken from it or told to it.
 */
export class Connection {
  readonly socket: WebSocket;
  /** Its person, once signed in. */
  user: number | null = null;
  readonly #log: LimitLog;
  readonly #onRefusal: OnRefusal;
  readonly #isCounted: boolean;
  #bounds: Bounds;
  #frames: Allowance;
  #bytes: Allowance;
  #person: PersonConnections | null = null;
  #over = false;

  /** @param options.isCounted whether messages count as ones of their person; left out: they do */
  constructor(
    socket: WebSocket,
    bounds: Bounds,
    options: { log: LimitLog; isCounted?: boolean; onRefusal?: OnRefusal },
  ) {
    const { log, isCounted = true, onRefusal = () => undefined } = options;
    this.socket = socket;
    this.#log = log;
    this.#onRefusal = onRefusal;
    this.#isCounted = isCounted;
    this.#bounds = bounds;
    this.#frames = new Allowance(bounds.frames);
    this.#bytes = new Allowance(bounds.bytes);
    // The library answers a ping by itself, whether or not the answers are read.
    socket.on('ping', () => this.#frame());
    socket.on('pong', () => this.#frame());
  }

  get isOpen(): boolean {
    return !this.#over && this.socket.readyState === this.socket.OPEN;
  }

  /** The connection is a person's now, whose connections have bounds together. */
  belongsTo(person: PersonConnections, bounds: Bounds): void {
    this.#person = person;
    this.widen(bounds);
  }

  /** Other bounds from now on. */
  widen(bounds: Bounds): void {
    this.#bounds = bounds;
    this.#frames = new Allowance(bounds.frames);
    this.#bytes = new Allowance(bounds.bytes);
  }

  /** Sends something, unless the client leaves too much unread. */
  send(data: string | RawData, binary = false): void {
    if (!this.isOpen || !this.#isRead()) return;
    if (typeof data === 'string') this.socket.send(data);
    else this.socket.send(data as Buffer, { binary });
  }

  /** Closes it, by force where the client does not answer. */
  close(code: number, reason: string): void {
    this.#over = true;
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), ANSWERS_IN_MS).unref();
  }

  /** Closes it for being over a bound. */
  refuse(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.#log.info({ code, reason }, 'a socket was over its limits');
    this.#onRefusal(code);
    // Data no longer read must not wait in a paused stream: the answer to the close would wait behind it.
    if (this.socket.isPaused) this.socket.resume();
    this.close(code, reason);
  }

  /**
   * Handles messages one after another. Where too many wait, no more are read for a while. A heartbeat is answered at once, and is
   * no message of the person's.
   * @param isFree whether a message does not count as one of the person's
   */
  listen(take: Take, onError: (error: unknown) => void, isFree: (text: string) => boolean = () => false): void {
    let turn: Promise<unknown> = Promise.resolve();
    let waiting = 0;
    this.socket.on('message', (data) => {
      if (!this.#frame() || !this.#isShort(data)) return;
      const text = String(data);
      if (text === PING) return this.send(PONG);
      if (!isFree(text) && !this.#isMessageAllowed()) return;
      const work = take(text);
      if (!work) return;
      waiting += 1;
      if (waiting >= this.#bounds.waiting.most) this.socket.pause();
      turn = turn
        .then(() => (this.isOpen ? work() : undefined))
        .catch(onError)
        .finally(() => {
          waiting -= 1;
          if (waiting <= this.#bounds.waiting.few && this.socket.isPaused) this.socket.resume();
        });
    });
  }

  /** Takes messages as they come, for another server to handle. */
  passOn(pass: (data: RawData, binary: boolean) => void): void {
    this.socket.on('message', (data, binary) => {
      if (this.#frame() && this.#isShort(data)) pass(data, binary);
    });
  }

  /** Bytes have come, whole messages or not. */
  received(bytes: number): void {
    if (this.isOpen && !this.#bytes.take(bytes)) this.refuse(CLOSE.tooFast, 'too many bytes');
  }

  /** @returns whether what came with it may be taken */
  #frame(): boolean {
    if (!this.isOpen) return false;
    if (this.#frames.take(1)) return this.#isRead();
    this.refuse(CLOSE.tooFast, 'too many frames');
    return false;
  }

  #isShort(data: RawData): boolean {
    const length = Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength;
    if (length <= this.#bounds.message) return true;
    this.refuse(CLOSE.tooBig, 'message too big');
    return false;
  }

  #isMessageAllowed(): boolean {
    const person = this.#person;
    if (!person || !this.#isCounted || person.messages.take(1)) return true;
    this.refuse(CLOSE.tooFast, 'too many messages');
    return false;
  }

  /** @returns false when the client, or the person with all connections, leaves too much unread */
  #isRead(): boolean {
    const { bufferedAmount } = this.socket;
    if (!bufferedAmount) return true;
    let together = 0;
    for (const { socket } of this.#person?.connections ?? []) together += socket.bufferedAmount;
    const most = this.#person?.bounds.unsent ?? Number.POSITIVE_INFINITY;
    if (bufferedAmount <= this.#bounds.unsent && together <= most) return true;
    this.refuse(CLOSE.tooSlow, 'too much is left unread');
    return false;
  }
}
