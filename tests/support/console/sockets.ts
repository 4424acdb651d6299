/** A web socket that stands in the network's place; the test is its server. */
export class MadeUpSocket {
  /** Every socket that was opened, in order. */
  static opened: MadeUpSocket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly url: string;
  /** Messages of the client, parsed. */
  readonly sent: unknown[] = [];
  closed = false;

  constructor(url: string) {
    this.url = url;
    MadeUpSocket.opened.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  /** The client closes it. */
  close(): void {
    this.closed = true;
  }

  /** It stands. */
  open(): void {
    this.onopen?.();
  }

  /** The server says something. */
  say(message: unknown): void {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
  }

  /** The server, or the network, ends it. */
  end(code: number): void {
    this.onclose?.({ code });
  }
}

/** Puts made-up sockets in the network's place. */
export function serveSockets(): void {
  MadeUpSocket.opened = [];
  Object.assign(globalThis, { WebSocket: MadeUpSocket });
}

/** The socket that was opened last. */
export function lastSocket(): MadeUpSocket {
  const socket = MadeUpSocket.opened.at(-1);
  if (!socket) throw new Error('No socket was opened');
  return socket;
}
