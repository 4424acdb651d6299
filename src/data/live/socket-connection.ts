import { currentTime } from '#resources/clock.ts';
import { hasAddition } from '#resources/language/features.ts';
import { CLOSE, LIMIT_CODES, PING, PONG } from '#resources/protocol/live.ts';
import { PROFILE_PATH } from '#resources/protocol/paths/access.ts';
import { isCancelled } from '../http/failures.ts';
import { request } from '../http/http.ts';
import { onNetworkReturn, waitForServer } from '../http/online.ts';
import { RequestError } from '../http/request-error.ts';
import { currentFeatures } from '../session/features.ts';
import { SIGNING_OUT } from './live-frames.ts';
import { socketAddress } from './live-socket.ts';

/** Delays between attempts, ms: doubled from the first to the longest, each randomly extended by up to a quarter. */
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

/** Lifetime of a socket after which the delays start over, if the last one was closed because of a limit, ms. */
const STABLE_AFTER_MS = 60_000;

/** Close code of the browser for an aborted connection. */
const ABNORMAL_CLOSURE = 1006;

/** Number of failed attempts after which we assume that the server does not have this socket, if it never accepted us. */
const MAX_REFUSALS = 6;

/** Timings of a socket, ms: check interval, timeout for opening, silence before a ping, timeout of the pong. */
const TIMING = { checkInterval: 1_000, openTimeout: 10_000, pingAfter: 10_000, pongTimeout: 5_000 } as const;

/**
 * `connecting`: first attempt. `open`: messages arrive. `waiting`: was open, or the server cannot be reached; will retry. `off`:
 * the server does not have this socket (not an error), or the connection was closed.
 */
export type ConnectionState = 'connecting' | 'open' | 'waiting' | 'off';

/** Options of a connection. */
export interface ConnectionOptions {
  /** `/ws/notifications` */
  path: string;
  onMessage: (data: unknown) => void;
  /** Called on every change of state. */
  onState: (state: ConnectionState) => void;
  /** Called when the socket has connected; it counts as open only after `confirmOpen`. */
  onOpen?: () => void;
  /**
   * Called when the socket has closed, before the next attempt.
   * @param code close code
   */
  onEnd?: (code: number) => void;
}

/** Delay before the next attempt after this number of failures, ms. */
export function retryDelay(failures: number, random: number = Math.random()): number {
  return Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS) * (1 + random / 4);
}

/**
 * A socket that is kept open: each attempt uses a new ticket, with back-off between attempts. A dead token leads to the sign-in
 * page; signing out closes the connection for good. A silent socket is pinged, at once when the page becomes visible, and
 * reopened if it does not answer.
 */
export class SocketConnection {
  #socket: WebSocket | null = null;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #state: ConnectionState | null = null;
  /** Number of consecutive failed attempts. */
  #failures = 0;
  /** Consecutive attempts refused by a server that can be reached. */
  #refusals = 0;
  #wasOpen = false;
  #isBusy = false;
  #isClosed = false;
  /** The last socket was closed because of a limit. */
  #isLimited = false;
  #openedAt = 0;
  /** Time of the last message, or of the attempt to connect. */
  #lastMessageAt = 0;
  /** Time of the pending ping; 0 when none is pending. */
  #pingedAt = 0;
  /** The server has answered a ping before, so a missing answer means a dead socket. */
  #hasAnsweredPing = false;
  readonly #stopNetwork: () => void;
  #checkTimer: ReturnType<typeof setInterval> | undefined;
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    globalThis.addEventListener('online', this.retry);
    this.#stopNetwork = onNetworkReturn(this.retry);
    // The server closes the sockets of an ended token, so no check is needed after a sign-out.
    globalThis.addEventListener(SIGNING_OUT, this.close);
    document.addEventListener('visibilitychange', this.#handleVisibilityChange);
    this.#checkTimer = setInterval(this.#checkSocket, TIMING.checkInterval);
    void this.#connect();
  }

  /** Call it when the server has accepted the connection. */
  readonly confirmOpen = (): void => {
    this.#wasOpen = true;
    this.#setState('open');
  };

  /**
   * Sends a message.
   * @returns false while the connection is not open; nothing is queued
   */
  readonly send = (message: object): boolean => {
    if (this.#state !== 'open' || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  };

  /** Connects at once instead of waiting. */
  readonly retry = (): void => {
    if (this.#isClosed) return;
    if (this.#socket) {
      this.#ping();
      return;
    }
    clearTimeout(this.#retryTimer);
    this.#failures = 0;
    this.#refusals = 0;
    void this.#connect();
  };

  readonly close = (): void => {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    globalThis.removeEventListener('online', this.retry);
    this.#stopNetwork();
    globalThis.removeEventListener(SIGNING_OUT, this.close);
    document.removeEventListener('visibilitychange', this.#handleVisibilityChange);
    clearInterval(this.#checkTimer);
    this.#socket?.close();
    this.#setState('off');
  };

  /** Called when the page becomes visible: the computer may have been asleep. */
  readonly #handleVisibilityChange = (): void => {
    if (document.visibilityState !== 'hidden') this.retry();
  };

  readonly #checkSocket = (): void => {
    if (!this.#socket) return;
    const now = currentTime();
    // The clock may have been set back.
    this.#lastMessageAt = Math.min(this.#lastMessageAt, now);
    const isLate = this.#pingedAt > 0 && this.#hasAnsweredPing && now - this.#pingedAt > TIMING.pongTimeout;
    if (isLate || (this.#openedAt === 0 && now - this.#lastMessageAt > TIMING.openTimeout)) this.#abandonSocket();
    else if (now - this.#lastMessageAt > TIMING.pingAfter) this.#ping();
  };

  /** Sends a ping; only to a server with the `live` feature, since others may not know it. */
  #ping(): void {
    if (this.#openedAt === 0 || this.#pingedAt > 0 || !this.#socket || !hasAddition(currentFeatures(), 'live')) return;
    this.#pingedAt = currentTime();
    this.#socket.send(PING);
  }

  /** Treats the socket as closed now: on a dead network the `close` event of the browser comes much later. */
  #abandonSocket(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    void waitForServer();
    void this.#handleClose(ABNORMAL_CLOSURE, true);
  }

  #setState(next: ConnectionState): void {
    if (next === this.#state) return;
    this.#state = next;
    this.#options.onState(next);
  }

  async #connect(): Promise<void> {
    if (this.#isClosed || this.#isBusy || this.#socket) return;
    this.#isBusy = true;
    if (!this.#wasOpen && this.#state !== 'waiting') this.#setState('connecting');
    try {
      const address = await socketAddress(this.#options.path);
      if (this.#isClosed) return;
      this.#socket = new WebSocket(address);
      this.#openedAt = 0;
      this.#pingedAt = 0;
      this.#lastMessageAt = currentTime();
      this.#socket.onopen = () => {
        this.#openedAt = currentTime();
        this.#lastMessageAt = this.#openedAt;
        this.#options.onOpen?.();
      };
      this.#socket.onmessage = (event) => this.#receive(event.data);
      this.#socket.onclose = (event) => this.#handleClose(event.code);
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) await checkToken();
      this.#waitAndRetry(isTemporaryFailure(error));
    } finally {
      this.#isBusy = false;
    }
  }

  #receive(data: unknown): void {
    if (this.#isClosed) return;
    this.#lastMessageAt = currentTime();
    this.#openedAt ||= this.#lastMessageAt;
    this.#pingedAt = 0;
    if (data === PONG) {
      this.#hasAnsweredPing = true;
      return;
    }
    if (this.#lastMessageAt - this.#openedAt >= STABLE_AFTER_MS) this.#isLimited = false;
    // Keep the delay for a server that accepts connections and then stays silent or closes them.
    if (!this.#isLimited) this.#failures = 0;
    this.#options.onMessage(data);
  }

  async #handleClose(code: number, isUnreachable = false): Promise<void> {
    this.#socket = null;
    if (this.#isClosed) return;
    this.#options.onEnd?.(code);
    if (LIMIT_CODES.has(code)) this.#isLimited = true;
    if (code === CLOSE.signedOut) await checkToken();
    this.#waitAndRetry(isUnreachable || code === CLOSE.restart || code === CLOSE.failed || LIMIT_CODES.has(code));
  }

  /** @param isUnreachable the server cannot be reached or cannot answer now, which does not tell whether it has such a socket */
  #waitAndRetry(isUnreachable: boolean): void {
    if (this.#isClosed) return;
    this.#refusals = isUnreachable ? 0 : this.#refusals + 1;
    if (!this.#wasOpen && this.#refusals > MAX_REFUSALS) {
      this.#setState('off');
      return;
    }
    this.#setState(this.#wasOpen || isUnreachable ? 'waiting' : 'connecting');
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#connect(), retryDelay(this.#failures));
    this.#failures += 1;
  }
}

/** Whether a failure is temporary: no answer, rate limit, or a server error. */
function isTemporaryFailure(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Requests the profile: with a dead token this leads to the sign-in page (AUTH-77); any other answer changes nothing. */
async function checkToken(): Promise<void> {
  try {
    await request(PROFILE_PATH, { report: false });
  } catch (error) {
    if (!(error instanceof RequestError) && !isCancelled(error)) throw error;
  }
}
