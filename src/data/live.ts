import { CLOSE } from '#resources/protocol/live.ts';
import { isCancelled } from './failures.ts';
import { PROFILE_PATH, request } from './http.ts';
import { type Frame, SIGNING_OUT, setSender, tellFrame, tellLineOpen } from './live-frames.ts';
import { readMessage, socketAddress } from './live-socket.ts';
import { type Notice, readNotice } from './notice.ts';
import { RequestError } from './request-error.ts';

export const NOTIFICATIONS_SOCKET = '/ws/notifications';

/** Waits between attempts, ms: doubled from the first to the longest, each up to a quarter longer by chance. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;

/** Attempts before a server that never let us in counts as one without this socket. */
const MOST_VAIN = 6;

/**
 * `connecting`: on the way. `open`: messages come. `waiting`: was open, will try again. `off`: the server has no such
 * socket, which is no fault (it is an addition of ours), or nobody listens any more.
 */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'off';

/** Who is told what. */
export interface LiveListener {
  onNotice: (notice: Notice) => void;
  onState: (state: LiveState) => void;
  /** The person's rights are others now: look them up anew. */
  onAccessChanged: () => void;
}

/** An open line to the server. */
export interface LiveLine {
  /** Tries at once instead of waiting. */
  retry: () => void;
  close: () => void;
}

/** How long to wait before the attempt after `vain` vain ones, ms. */
export function waitAfter(vain: number, chance: number = Math.random()): number {
  return Math.min(FIRST_WAIT * 2 ** vain, LONGEST_WAIT) * (1 + chance / 4);
}

/**
 * Keeps `/ws/notifications` open: a ticket for each attempt, back-off between them, and after a break what was
 * missed, by the id of the last notification. A dead token leads to the sign-in page.
 */
export function openLive({ onNotice, onState, onAccessChanged }: LiveListener): LiveLine {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: number | null = null;
  let vain = 0;
  let everOpen = false;
  let busy = false;
  let newRights = false;
  let closed = false;
  let state: LiveState | null = null;

  function turn(next: LiveState): void {
    if (next === state) return;
    state = next;
    onState(next);
  }

  function waitAndRetry(): void {
    if (closed) return;
    if (!everOpen && vain >= MOST_VAIN) {
      turn('off');
      return;
    }
    turn(everOpen ? 'waiting' : 'connecting');
    clearTimeout(timer);
    timer = setTimeout(connect, waitAfter(vain));
    vain += 1;
  }

  function receive(data: unknown): void {
    const message = readMessage(data);
    if (message?.type === 'welcome') {
      vain = 0;
      everOpen = true;
      turn('open');
      // What came while we were away; the first time there is nothing to catch up with.
      if (last === null) last = Number(message.last) || 0;
      else socket?.send(JSON.stringify({ type: 'since', id: last }));
      tellLineOpen();
    }
    if (message?.type === 'access-changed') newRights = true;
    if (message?.type === 'notification') {
      const notice = readNotice(message.notification);
      if (!notice) return;
      last = Math.max(last ?? 0, Number(notice.id) || 0);
      onNotice(notice);
    }
    if (message) tellFrame(message as Frame);
  }

  function say(message: object): boolean {
    if (state !== 'open' || !socket) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  async function left(code: number): Promise<void> {
    socket = null;
    if (closed) return;
    // Said by a message and by the code of the close; something in between may lose the latter.
    if (newRights || code === CLOSE.accessChanged) onAccessChanged();
    newRights = false;
    if (code === CLOSE.signedOut) await lookForMyself();
    waitAndRetry();
  }

  async function connect(): Promise<void> {
    if (closed || busy || socket) return;
    busy = true;
    if (!everOpen) turn('connecting');
    try {
      const address = await socketAddress(NOTIFICATIONS_SOCKET);
      if (closed) return;
      socket = new WebSocket(address);
      socket.onmessage = (event) => receive(event.data);
      socket.onclose = (event) => left(event.code);
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) await lookForMyself();
      waitAndRetry();
    } finally {
      busy = false;
    }
  }

  function retry(): void {
    if (closed || socket) return;
    clearTimeout(timer);
    vain = 0;
    connect();
  }

  function close(): void {
    closed = true;
    setSender(null);
    clearTimeout(timer);
    globalThis.removeEventListener('online', retry);
    globalThis.removeEventListener(SIGNING_OUT, close);
    socket?.close();
    turn('off');
  }

  globalThis.addEventListener('online', retry);
  // The server ends the socket of a token that ended: whoever leaves need not look why.
  globalThis.addEventListener(SIGNING_OUT, close);
  setSender(say);
  connect();
  return { retry, close };
}

/** Asks who we are: the answer to a dead token is what leads to the sign-in page (AUTH-77); any other changes nothing. */
export async function lookForMyself(): Promise<void> {
  try {
    await request(PROFILE_PATH, { report: false });
  } catch (error) {
    if (!(error instanceof RequestError) && !isCancelled(error)) throw error;
  }
}
