import type { WebSocket } from 'ws';
import { CLOSE } from '#resources/protocol/live.ts';
import type { LiveMessage } from '#resources/protocol/notifications.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Bus } from './bus.ts';
import type { Topics } from './topics.ts';

/** Between two pings, ms; who does not answer the last one is gone. */
const PING_EVERY = 30_000;

/** Said before the close, for who cannot read its code. */
const ACCESS_CHANGED = JSON.stringify({ type: 'access-changed' } satisfies LiveMessage);

interface Open {
  socket: WebSocket;
  user: number;
  token: number;
  alive: boolean;
}

/** The open sockets of this process, by person. */
export class Sockets {
  readonly #open = new Map<WebSocket, Open>();
  readonly #stops: (() => void)[];
  readonly #ping: NodeJS.Timeout;

  constructor(bus: Bus<Topics>) {
    this.#stops = [
      bus.subscribe('access-changed', ({ users }) =>
        this.close(({ user }) => users?.includes(user) ?? true, CLOSE.accessChanged, 'access changed'),
      ),
      bus.subscribe('session-ended', ({ token }) =>
        this.close((open) => open.token === token, CLOSE.signedOut, 'signed out'),
      ),
      // Somebody's rights may have changed unheard: everybody comes back and is looked at anew.
      bus.onGap(() => this.close(() => true, CLOSE.accessChanged, 'come back')),
    ];
    this.#ping = setInterval(() => this.#pingAll(), PING_EVERY);
    this.#ping.unref();
  }

  /** Keeps a socket that was let in until it closes. */
  add(socket: WebSocket, reader: Reader): void {
    const open: Open = { socket, user: reader.user, token: reader.token.id, alive: true };
    this.#open.set(socket, open);
    socket.on('pong', () => {
      open.alive = true;
    });
    socket.on('close', () => this.#open.delete(socket));
  }

  /** Closes the sockets that `which` picks; one that does not close by itself is cut off. */
  close(which: (open: { user: number; token: number }) => boolean, code: number, reason: string): void {
    for (const open of [...this.#open.values()].filter(which)) {
      if (code === CLOSE.accessChanged && open.socket.readyState === open.socket.OPEN) open.socket.send(ACCESS_CHANGED);
      open.socket.close(code, reason);
      setTimeout(() => open.socket.terminate(), 500).unref();
    }
  }

  /** Lets everybody go: the process ends. */
  stop(): void {
    clearInterval(this.#ping);
    for (const stop of this.#stops) stop();
    this.close(() => true, CLOSE.restart, 'restart');
  }

  #pingAll(): void {
    for (const open of this.#open.values()) {
      if (!open.alive) open.socket.terminate();
      open.alive = false;
      open.socket.ping();
    }
  }
}
