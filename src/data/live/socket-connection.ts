import { currentTime } from '#resources/clock.ts';
import { has } from '#resources/language/features.ts';
import { CLOSE, LIMIT_CODES, PING, PONG } from '#resources/protocol/live.ts';
import { PROFILE_PATH } from '#resources/protocol/paths/access.ts';
import { isCancelled } from '../http/failures.ts';
import { request } from '../http/http.ts';
import { lookForServer, onNetwork } from '../http/online.ts';
import { RequestError } from '../http/request-error.ts';
import { featuresNow } from '../session/features.ts';
import { SIGNING_OUT } from './live-frames.ts';
import { socketAddress } from './live-socket.ts';

/** Waits between attempts, ms: doubled from the first to the longest, each up to a quarter longer by chance. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/** Life of a socket after which the waits begin anew, where the last one was closed for being over a limit, ms. */
const STEADY = 60_000;

/** The browser's code for a connection that broke off. */
const SILENT = 1006;

/** Refusals in a row after which we assume that a server which never let us in has no such socket. */
const MOST_REFUSALS = 6;

/** Time limits of a silent socket, ms: between two checks, until it opens, until it is asked, until it answers. */
const LIFE = { look: 1_000, opens: 10_000, quiet: 10_000, answers: 5_000 } as const;

/**
 * `connecting`: on the way. `open`: messages come. `waiting`: was open, or the server is out of reach, will try again. `off`:
 * the server has no such socket, which is no fault, or there are no listeners any more.
 */
export type ConnectionState = 'connecting' | 'open' | 'waiting' | 'off';

/** The purpose of a connection. */
export interface ConnectionOptions {
  /** `/ws/notifications` */
  path: string;
  onMessage: (data: unknown) => void;
  /** Called at every change. */
  onState: (state: ConnectionState) => void;
  /** The socket is connected. It counts as open once `greeted` is called. */
  onOpen?: () => void;
  /** The socket ended, before the next attempt. @param code of the close */
  onEnd?: (code: number) => void;
}

/** How long to wait before the attempt after so many failed ones, ms. */
export function waitAfter(failures: number, chance: number = Math.random()): number {
  return Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT) * (1 + chance / 4);
}

/**
 * A socket of ours that is kept open: a ticket for each attempt, back-off between them. A dead token leads to the sign-in page;
 * signing out ends the connection for good. A quiet one is asked for a sign of life, at once when the page comes to the front;
 * one that gives none is opened anew.
 */
export class SocketConnection {
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: ConnectionState | null = null;
  /** Attempts in a row that came to nothing. */
  #failures = 0;
  /** Of those, sockets refused by a server that answers. */
  #refusals = 0;
  #wasOpen = false;
  #isBusy = false;
  #isClosed = false;
  /** The last socket was closed for being over a limit. */
  #isLimited = false;
  #openedAt = 0;
  /** When the socket was asked for, and since when nothing came over it. */
  #heardAt = 0;
  /** When it was asked for a sign of life; 0: no answer is waited for. */
  #askedAt = 0;
  /** The server has answered such a question: from now on it has to. */
  #answers = false;
  readonly #stopNetwork: () => void;
  #looks: ReturnType<typeof setInterval> | undefined;
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    globalThis.addEventListener('online', this.retry);
    this.#stopNetwork = onNetwork(this.retry);
    // The server ends the sockets of a token that ended: after a sign-out nothing needs to be checked.
    globalThis.addEventListener(SIGNING_OUT, this.close);
    document.addEventListener('visibilitychange', this.#back);
    this.#looks = setInterval(this.#look, LIFE.look);
    void this.#connect();
  }

  /** The server lets us in: the connection is open. */
  readonly greeted = (): void => {
    this.#wasOpen = true;
    this.#turn('open');
  };

  /** @returns whether it was sent: nothing is while the connection is not open */
  readonly say = (message: object): boolean => {
    if (this.#state !== 'open' || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  };

  /** Tries at once instead of waiting. */
  readonly retry = (): void => {
    if (this.#isClosed) return;
    if (this.#socket) {
      this.#ask();
      return;
    }
    clearTimeout(this.#timer);
    this.#failures = 0;
    this.#refusals = 0;
    void this.#connect();
  };

  readonly close = (): void => {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    globalThis.removeEventListener('online', this.retry);
    this.#stopNetwork();
    globalThis.removeEventListener(SIGNING_OUT, this.close);
    document.removeEventListener('visibilitychange', this.#back);
    clearInterval(this.#looks);
    this.#socket?.close();
    this.#turn('off');
  };

  /** The page is visible again: the machine may have been asleep. */
  readonly #back = (): void => {
    if (document.visibilityState !== 'hidden') this.retry();
  };

  readonly #look = (): void => {
    if (!this.#socket) return;
    const now = currentTime();
    // The clock may have been set back.
    this.#heardAt = Math.min(this.#heardAt, now);
    const isLate = this.#askedAt > 0 && this.#answers && now - this.#askedAt > LIFE.answers;
    if (isLate || (this.#openedAt === 0 && now - this.#heardAt > LIFE.opens)) this.#giveUp();
    else if (now - this.#heardAt > LIFE.quiet) this.#ask();
  };

  /** Asks for a sign of life. Sockets of a server that has none of ours may know nothing of it. */
  #ask(): void {
    if (this.#openedAt === 0 || this.#askedAt > 0 || !this.#socket || !has(featuresNow(), 'live')) return;
    this.#askedAt = currentTime();
    this.#socket.send(PING);
  }

  /** Over a dead network the browser's own `close` event comes much later: the socket is over now. */
  #giveUp(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    void lookForServer();
    void this.#ended(SILENT, true);
  }

  #turn(next: ConnectionState): void {
    if (next === this.#state) return;
    this.#state = next;
    this.#options.onState(next);
  }

  async #connect(): Promise<void> {
    if (this.#isClosed || this.#isBusy || this.#socket) return;
    this.#isBusy = true;
    if (!this.#wasOpen && this.#state !== 'waiting') this.#turn('connecting');
    try {
      const address = await socketAddress(this.#options.path);
      if (this.#isClosed) return;
      this.#socket = new WebSocket(address);
      this.#openedAt = 0;
      this.#askedAt = 0;
      this.#heardAt = currentTime();
      this.#socket.onopen = () => {
        this.#openedAt = currentTime();
        this.#heardAt = this.#openedAt;
        this.#options.onOpen?.();
      };
      this.#socket.onmessage = (event) => this.#receive(event.data);
      this.#socket.onclose = (event) => this.#ended(event.code);
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) await lookForMyself();
      this.#waitAndRetry(isForNow(error));
    } finally {
      this.#isBusy = false;
    }
  }

  #receive(data: unknown): void {
    if (this.#isClosed) return;
    this.#heardAt = currentTime();
    this.#openedAt ||= this.#heardAt;
    this.#askedAt = 0;
    if (data === PONG) {
      this.#answers = true;
      return;
    }
    if (this.#heardAt - this.#openedAt >= STEADY) this.#isLimited = false;
    // No reason to hurry with a server that lets us in and stays silent, or greets and closes.
    if (!this.#isLimited) this.#failures = 0;
    this.#options.onMessage(data);
  }

  async #ended(code: number, isAway = false): Promise<void> {
    this.#socket = null;
    if (this.#isClosed) return;
    this.#options.onEnd?.(code);
    if (LIMIT_CODES.has(code)) this.#isLimited = true;
    if (code === CLOSE.signedOut) await lookForMyself();
    this.#waitAndRetry(isAway || code === CLOSE.restart || code === CLOSE.failed || LIMIT_CODES.has(code));
  }

  /** @param away the server is out of reach or cannot answer now: that does not tell whether it has such a socket */
  #waitAndRetry(away: boolean): void {
    if (this.#isClosed) return;
    this.#refusals = away ? 0 : this.#refusals + 1;
    if (!this.#wasOpen && this.#refusals > MOST_REFUSALS) {
      this.#turn('off');
      return;
    }
    this.#turn(this.#wasOpen || away ? 'waiting' : 'connecting');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), waitAfter(this.#failures));
    this.#failures += 1;
  }
}

/** Whether a call failed for now: no answer, too many calls, or a server that cannot do it at the moment. */
function isForNow(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Asks for the signed-in person: the answer to a dead token leads to the sign-in page (AUTH-77); any other changes nothing. */
async function lookForMyself(): Promise<void> {
  try {
    await request(PROFILE_PATH, { report: false });
  } catch (error) {
    if (!(error instanceof RequestError) && !isCancelled(error)) throw error;
  }
}
