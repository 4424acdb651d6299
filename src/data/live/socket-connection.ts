import { currentTime } from '#resources/clock.ts';
import { CLOSE, LIMIT_CODES } from '#resources/protocol/live.ts';
import { isCancelled } from '../http/failures.ts';
import { PROFILE_PATH, request } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { SIGNING_OUT } from './live-frames.ts';
import { socketAddress } from './live-socket.ts';

/** Waits between attempts, ms: doubled from the first to the longest, each up to a quarter longer by chance. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/** After the server has closed a socket for being over a limit the waits begin anew once one has stood so long, ms. */
const STEADY = 60_000;

/** Refusals in a row after which a server that never let us in counts as one without this socket. */
const MOST_REFUSALS = 6;

/**
 * `connecting`: on the way. `open`: messages come. `waiting`: was open, or the server is out of reach, will try again. `off`:
 * the server has no such socket, which is no fault, or nobody listens any more.
 */
export type ConnectionState = 'connecting' | 'open' | 'waiting' | 'off';

/** What a connection is for. */
export interface ConnectionOptions {
  /** `/ws/notifications` */
  path: string;
  onMessage: (data: unknown) => void;
  /** Told of every change. */
  onState: (state: ConnectionState) => void;
  /** The socket stands. It counts as open once `greeted` is called. */
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
 * signing out ends the connection for good.
 */
export class SocketConnection {
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: ConnectionState | null = null;
  /** Attempts in a row that came to nothing. */
  #failures = 0;
  /** Of those, sockets that were refused by a server that answers. */
  #refusals = 0;
  #wasOpen = false;
  #isBusy = false;
  #isClosed = false;
  /** The last socket was closed for being over a limit. */
  #isLimited = false;
  #openedAt = 0;
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    globalThis.addEventListener('online', this.retry);
    // The server ends the sockets of a token that ended: whoever leaves need not look why.
    globalThis.addEventListener(SIGNING_OUT, this.close);
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
    if (this.#isClosed || this.#socket) return;
    clearTimeout(this.#timer);
    this.#failures = 0;
    this.#refusals = 0;
    void this.#connect();
  };

  readonly close = (): void => {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    globalThis.removeEventListener('online', this.retry);
    globalThis.removeEventListener(SIGNING_OUT, this.close);
    this.#socket?.close();
    this.#turn('off');
  };

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
      this.#socket.onopen = () => {
        this.#openedAt = currentTime();
        this.#options.onOpen?.();
      };
      this.#socket.onmessage = (event) => this.#receive(event.data);
      this.#socket.onclose = (event) => this.#ended(event.code);
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) await lookForMyself();
      this.#waitAndRetry(isAway(error));
    } finally {
      this.#isBusy = false;
    }
  }

  #receive(data: unknown): void {
    if (this.#isClosed) return;
    if (currentTime() - this.#openedAt >= STEADY) this.#isLimited = false;
    // A server that lets in and says nothing is no reason to hurry, nor is one that greets and closes.
    if (!this.#isLimited) this.#failures = 0;
    this.#options.onMessage(data);
  }

  async #ended(code: number): Promise<void> {
    this.#socket = null;
    if (this.#isClosed) return;
    this.#options.onEnd?.(code);
    if (LIMIT_CODES.has(code)) this.#isLimited = true;
    if (code === CLOSE.signedOut) await lookForMyself();
    this.#waitAndRetry(code === CLOSE.restart || code === CLOSE.failed || LIMIT_CODES.has(code));
  }

  /** @param away the server is out of reach or cannot answer now: that says nothing of whether it has such a socket */
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
function isAway(error: unknown): boolean {
  return error instanceof RequestError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Asks who we are: the answer to a dead token is what leads to the sign-in page (AUTH-77); any other changes nothing. */
async function lookForMyself(): Promise<void> {
  try {
    await request(PROFILE_PATH, { report: false });
  } catch (error) {
    if (!(error instanceof RequestError) && !isCancelled(error)) throw error;
  }
}
