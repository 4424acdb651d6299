import { CLOSE } from '#resources/protocol/live.ts';
import { type LiveState, lookForMyself, waitAfter } from './live.ts';
import { readMessage, socketAddress } from './live-socket.ts';
import { RequestError } from './request-error.ts';

export const COMPLAINTS_SOCKET = '/ws/complaints';

/** Attempts before a server that never let us in counts as one without this socket. */
const MOST_VAIN = 6;

/** A message of the server, as far as its `type` tells. */
export interface ComplaintFrame {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** An open line of complaints. */
export interface ComplaintsLine {
  /** Says something; nothing while the line does not stand, as everything is asked anew once it does. */
  say: (message: object) => void;
  retry: () => void;
  close: () => void;
}

/**
 * Keeps `/ws/complaints` open (A§7, COMPL-04): attempts with back-off, a dead token leads to the sign-in page.
 * @param onState told of every change; at `open` everything is to be asked anew, what came meanwhile came to nobody
 */
export function openComplaintsLine({
  onFrame,
  onState,
}: {
  onFrame: (frame: ComplaintFrame) => void;
  onState: (state: LiveState) => void;
}): ComplaintsLine {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let standing = false;
  let everOpen = false;
  let vain = 0;
  let busy = false;
  let closed = false;

  function waitAndRetry(): void {
    if (closed) return;
    if (!everOpen && vain >= MOST_VAIN) {
      onState('off');
      return;
    }
    onState(everOpen ? 'waiting' : 'connecting');
    clearTimeout(timer);
    timer = setTimeout(connect, waitAfter(vain));
    vain += 1;
  }

  async function left(code: number): Promise<void> {
    socket = null;
    standing = false;
    if (closed) return;
    if (code === CLOSE.signedOut) await lookForMyself();
    waitAndRetry();
  }

  async function connect(): Promise<void> {
    if (closed || busy || socket) return;
    busy = true;
    try {
      const address = await socketAddress(COMPLAINTS_SOCKET);
      if (closed) return;
      const opened = new WebSocket(address);
      socket = opened;
      opened.onopen = () => {
        if (closed) return;
        standing = true;
        everOpen = true;
        onState('open');
      };
      opened.onmessage = (event) => {
        const frame = readMessage(event.data);
        if (!frame || closed) return;
        vain = 0;
        onFrame(frame as ComplaintFrame);
      };
      opened.onclose = (event) => left(event.code);
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

  globalThis.addEventListener('online', retry);
  onState('connecting');
  connect();
  return {
    say: (message) => {
      if (standing) socket?.send(JSON.stringify(message));
    },
    retry,
    close: () => {
      closed = true;
      clearTimeout(timer);
      globalThis.removeEventListener('online', retry);
      socket?.close();
    },
  };
}
