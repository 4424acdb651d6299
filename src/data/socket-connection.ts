import { CLOSE, LIMIT_CODES } from '#resources/protocol/live.ts';
import { isCancelled } from './failures.ts';
import { PROFILE_PATH, request } from './http.ts';
import { SIGNING_OUT } from './live-frames.ts';
import { socketAddress } from './live-socket.ts';
import { RequestError } from './request-error.ts';

/** Waits between attempts, ms: doubled from the first to the longest, each up to a quarter longer by chance. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/** After the server has closed a socket for being over a limit the waits begin anew once one has stood so long, ms. */
const STEADY = 60_000;

/** Sockets that were refused before a server that never let us in counts as one without this socket. */
const MOST_VAIN = 6;

/**
 * `connecting`: on the way. `open`: messages come. `waiting`: was open, or the server is out of reach, will try again. `off`:
 * the server has no such socket, which is no fault, or nobody listens any more.
 */
export type ConnectionState = 'connecting' | 'open' | 'waiting' | 'off';

/** What a line is for. */
export interface ConnectionOptions {
  /** `/ws/notifications` */
  path: string;
  onMessage: (data: unknown) => void;
  /** Told of every change. */
  onState: (state: ConnectionState) => void;
  /** The socket stands. Whether that is enough for the line to be open, or a greeting is waited for, says `greeted`. */
  onOpen?: () => void;
  /** The socket ended, before the next attempt. @param code of the close */
  onEnd?: (code: number) => void;
}

/** A line to the server that is kept open. */
export interface SocketConnection {
  /** The server lets us in: the line is open. */
  greeted: () => void;
  /** @returns whether it was said: nothing is while the line does not stand */
  say: (message: object) => boolean;
  /** Tries at once instead of waiting. */
  retry: () => void;
  close: () => void;
}

/** How long to wait before the attempt after `vain` vain ones, ms. */
export function waitAfter(vain: number, chance: number = Math.random()): number {
  return Math.min(FIRST_WAIT * 2 ** vain, LONGEST_WAIT) * (1 + chance / 4);
}

/**
 * Keeps a socket of ours open: a ticket for each attempt, back-off between them. A dead token leads to the sign-in page; signing
 * out ends the line for good.
 */
export function openReconnectingSocket({
  path,
  onMessage,
  onState,
  onOpen,
  onEnd,
}: ConnectionOptions): SocketConnection {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let vain = 0;
  /** Sockets that were refused one after another, of a server that answers. */
  let refused = 0;
  let everOpen = false;
  let busy = false;
  let closed = false;
  /** The last socket was closed for being over a limit. */
  let isLimited = false;
  let openedAt = 0;
  let state: ConnectionState | null = null;

  function turn(next: ConnectionState): void {
    if (next === state) return;
    state = next;
    onState(next);
  }

  function greeted(): void {
    everOpen = true;
    turn('open');
  }

  /** @param away the server is out of reach or cannot answer now: that says nothing of whether it has such a socket */
  function waitAndRetry(away: boolean): void {
    if (closed) return;
    refused = away ? 0 : refused + 1;
    if (!everOpen && refused > MOST_VAIN) {
      turn('off');
      return;
    }
    turn(everOpen || away ? 'waiting' : 'connecting');
    clearTimeout(timer);
    timer = setTimeout(connect, waitAfter(vain));
    vain += 1;
  }

  async function left(code: number): Promise<void> {
    socket = null;
    if (closed) return;
    onEnd?.(code);
    if (LIMIT_CODES.has(code)) isLimited = true;
    if (code === CLOSE.signedOut) await lookForMyself();
    waitAndRetry(code === CLOSE.restart || code === CLOSE.failed || LIMIT_CODES.has(code));
  }

  async function connect(): Promise<void> {
    if (closed || busy || socket) return;
    busy = true;
    if (!everOpen && state !== 'waiting') turn('connecting');
    try {
      const address = await socketAddress(path);
      if (closed) return;
      socket = new WebSocket(address);
      socket.onopen = () => {
        openedAt = Date.now();
        onOpen?.();
      };
      socket.onmessage = (event) => {
        if (closed) return;
        if (Date.now() - openedAt >= STEADY) isLimited = false;
        // A server that lets in and says nothing is no reason to hurry, nor is one that greets and closes.
        if (!isLimited) vain = 0;
        onMessage(event.data);
      };
      socket.onclose = (event) => left(event.code);
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) await lookForMyself();
      waitAndRetry(isAway(error));
    } finally {
      busy = false;
    }
  }

  function retry(): void {
    if (closed || socket) return;
    clearTimeout(timer);
    vain = 0;
    refused = 0;
    connect();
  }

  function close(): void {
    closed = true;
    clearTimeout(timer);
    globalThis.removeEventListener('online', retry);
    globalThis.removeEventListener(SIGNING_OUT, close);
    socket?.close();
    turn('off');
  }

  globalThis.addEventListener('online', retry);
  // The server ends the sockets of a token that ended: whoever leaves need not look why.
  globalThis.addEventListener(SIGNING_OUT, close);
  connect();
  return {
    greeted,
    say: (message) => {
      if (state !== 'open' || !socket) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    retry,
    close,
  };
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
