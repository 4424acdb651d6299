import type { FastifyBaseLogger } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { CLOSE, PING, PONG } from '#resources/protocol/live.ts';
import { Allowance, type RateLimit } from './rate-limit.ts';

/** Limits on what one connection may send and leave unread; sizes in bytes. */
export interface ConnectionBounds {
  /** Maximum of unsent bytes; a client that reads more slowly is closed, and fetches what it missed after reconnecting. */
  unsent: number;
  /** Maximum size of one message. */
  message: number;
  /** Rate of messages and control frames. */
  frames: RateLimit;
  bytes: RateLimit;
  /** Reading pauses at `pauseAt` messages in progress or queued, and resumes at `resumeAt`. */
  waiting: { pauseAt: number; resumeAt: number };
}

/** Limits on all connections of one person together. */
export interface PersonBounds {
  connections: number;
  /** Maximum of unsent bytes. */
  unsent: number;
  messages: RateLimit;
}

/** Connections of one person, with their shared limits. */
export interface PersonConnections {
  bounds: PersonBounds;
  connections: Set<Connection>;
  messages: Allowance;
}

/** Logger for connections that exceed their limits. */
export type LimitLog = Pick<FastifyBaseLogger, 'info'>;

/** Called with the close code when a connection exceeds a limit. */
export type OnRefusal = (code: number) => void;

/** Time for the client to answer a close before the socket is terminated, ms. */
const CLOSE_TIMEOUT_MS = 500;

/** Returns the handler of a message, or null when it was handled at once. */
export type StartHandling = (text: string) => (() => Promise<unknown>) | null;

/**
 * A client's WebSocket, kept within its limits (`connection-limits.ts`): exceeding one closes it with the matching code, and
 * nothing more is read from it or sent to it.
 */
export class Connection {
  readonly socket: WebSocket;
  /** Id of the person, once signed in. */
  user: number | null = null;
  readonly #log: LimitLog;
  readonly #onRefusal: OnRefusal;
  readonly #isCounted: boolean;
  #bounds: ConnectionBounds;
  #frames: Allowance;
  #bytes: Allowance;
  #person: PersonConnections | null = null;
  #isClosing = false;

  /** @param options `isCounted`: whether messages count towards the person's rate; true by default */
  constructor(
    socket: WebSocket,
    bounds: ConnectionBounds,
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
    // The library answers pings automatically, even if the client never reads the answers, so pings must be counted.
    socket.on('ping', () => this.#countFrame());
    socket.on('pong', () => this.#countFrame());
  }

  get isOpen(): boolean {
    return !this.#isClosing && this.socket.readyState === this.socket.OPEN;
  }

  /** Assigns the connection to a person, with whose connections it shares limits. */
  assignTo(person: PersonConnections, bounds: ConnectionBounds): void {
    this.#person = person;
    this.setBounds(bounds);
  }

  /** Replaces the limits. */
  setBounds(bounds: ConnectionBounds): void {
    this.#bounds = bounds;
    this.#frames = new Allowance(bounds.frames);
    this.#bytes = new Allowance(bounds.bytes);
  }

  /** Sends data, unless the client leaves too much unread. */
  send(data: string | RawData, binary = false): void {
    if (!this.isOpen || !this.#isReadFastEnough()) return;
    if (typeof data === 'string') this.socket.send(data);
    else this.socket.send(data as Buffer, { binary });
  }

  /** Closes the socket; terminates it if the client does not answer. */
  close(code: number, reason: string): void {
    this.#isClosing = true;
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  /** Closes the socket for exceeding a limit. */
  refuse(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.#log.info({ code, reason }, 'a socket was over its limits');
    this.#onRefusal(code);
    // Resume a paused stream, or the client's answer to the close would wait behind unread data.
    if (this.socket.isPaused) this.socket.resume();
    this.close(code, reason);
  }

  /**
   * Handles messages one after another and pauses reading while too many are queued. Heartbeats are answered at once and not
   * counted.
   * @param isFree whether a message does not count towards the person's rate
   */
  listen(
    startHandling: StartHandling,
    onError: (error: unknown) => void,
    isFree: (text: string) => boolean = () => false,
  ): void {
    let queue: Promise<unknown> = Promise.resolve();
    let queueLength = 0;
    this.socket.on('message', (data) => {
      if (!this.#countFrame() || !this.#isShort(data)) return;
      const text = String(data);
      if (text === PING) return this.send(PONG);
      if (!isFree(text) && !this.#isMessageAllowed()) return;
      const work = startHandling(text);
      if (!work) return;
      queueLength += 1;
      if (queueLength >= this.#bounds.waiting.pauseAt) this.socket.pause();
      queue = queue
        .then(() => (this.isOpen ? work() : undefined))
        .catch(onError)
        .finally(() => {
          queueLength -= 1;
          if (queueLength <= this.#bounds.waiting.resumeAt && this.socket.isPaused) this.socket.resume();
        });
    });
  }

  /** Forwards messages unhandled, for another server. */
  forwardMessages(pass: (data: RawData, binary: boolean) => void): void {
    this.socket.on('message', (data, binary) => {
      if (this.#countFrame() && this.#isShort(data)) pass(data, binary);
    });
  }

  /** Counts received bytes, complete messages or not. */
  countBytes(bytes: number): void {
    if (this.isOpen && !this.#bytes.take(bytes)) this.refuse(CLOSE.tooFast, 'too many bytes');
  }

  /** Counts a frame. @returns whether its content may be processed */
  #countFrame(): boolean {
    if (!this.isOpen) return false;
    if (this.#frames.take(1)) return this.#isReadFastEnough();
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

  /** @returns false when this connection, or all of the person's together, have too much unsent data */
  #isReadFastEnough(): boolean {
    const { bufferedAmount } = this.socket;
    if (!bufferedAmount) return true;
    let totalUnsent = 0;
    for (const { socket } of this.#person?.connections ?? []) totalUnsent += socket.bufferedAmount;
    const maxUnsent = this.#person?.bounds.unsent ?? Number.POSITIVE_INFINITY;
    if (bufferedAmount <= this.#bounds.unsent && totalUnsent <= maxUnsent) return true;
    this.refuse(CLOSE.tooSlow, 'too much is left unread');
    return false;
  }
}
