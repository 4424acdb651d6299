import { CLOSE, PING_EVERY } from '#resources/protocol/live.ts';
import type { LiveMessage } from '#resources/protocol/notifications.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Bus } from './bus.ts';
import type { Connection } from './connection.ts';
import type { Topics } from './topics.ts';

/** Sent before the close, for clients that cannot read its code. */
const ACCESS_CHANGED = JSON.stringify({ type: 'access-changed' } satisfies LiveMessage);

interface Open {
  connection: Connection;
  user: number;
  token: number;
  alive: boolean;
}

/** The open sockets of this process, by person. */
export class Sockets {
  readonly #open = new Map<Connection, Open>();
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
      // Rights may have changed unnoticed: every client reconnects and is checked anew.
      bus.onGap(() => this.close(() => true, CLOSE.accessChanged, 'come back')),
    ];
    this.#ping = setInterval(() => this.#pingAll(), PING_EVERY);
    this.#ping.unref();
  }

  /** Keeps a socket that was let in until it closes. */
  add(connection: Connection, reader: Reader): void {
    const { socket } = connection;
    const open: Open = { connection, user: reader.user, token: reader.token.id, alive: true };
    this.#open.set(connection, open);
    socket.on('pong', () => {
      open.alive = true;
    });
    socket.on('close', () => this.#open.delete(connection));
  }

  /** Closes the sockets that `which` picks; one that does not close by itself is cut off. */
  close(which: (open: { user: number; token: number }) => boolean, code: number, reason: string): void {
    for (const open of [...this.#open.values()].filter(which)) {
      if (code === CLOSE.accessChanged) open.connection.send(ACCESS_CHANGED);
      open.connection.close(code, reason);
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
      const { socket } = open.connection;
      if (!open.alive) socket.terminate();
      open.alive = false;
      socket.ping();
    }
  }
}
