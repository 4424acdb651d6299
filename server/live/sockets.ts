import { CLOSE, PING_INTERVAL_MS } from '#resources/protocol/live.ts';
import type { LiveMessage } from '#resources/protocol/notifications.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Bus } from './bus.ts';
import type { Connection } from './connection.ts';
import type { Topics } from './topics.ts';

/** Sent before closing, for clients that cannot read the close code. */
const ACCESS_CHANGED = JSON.stringify({ type: 'access-changed' } satisfies LiveMessage);

interface TrackedSocket {
  connection: Connection;
  user: number;
  token: number;
  alive: boolean;
}

/** All open sockets of this process, by connection. */
export class Sockets {
  readonly #sockets = new Map<Connection, TrackedSocket>();
  readonly #unsubscribers: (() => void)[];
  readonly #pingTimer: NodeJS.Timeout;

  constructor(bus: Bus<Topics>) {
    this.#unsubscribers = [
      bus.subscribe('access-changed', ({ users }) =>
        this.close(({ user }) => users?.includes(user) ?? true, CLOSE.accessChanged, 'access changed'),
      ),
      bus.subscribe('session-ended', ({ token }) =>
        this.close((tracked) => tracked.token === token, CLOSE.signedOut, 'signed out'),
      ),
      // Changed rights may have gone unnoticed: every client reconnects and is checked again.
      bus.onGap(() => this.close(() => true, CLOSE.accessChanged, 'come back')),
    ];
    this.#pingTimer = setInterval(() => this.#pingAll(), PING_INTERVAL_MS);
    this.#pingTimer.unref();
  }

  /** Tracks an authorised socket until it closes. */
  add(connection: Connection, reader: Reader): void {
    const { socket } = connection;
    const tracked: TrackedSocket = { connection, user: reader.user, token: reader.token.id, alive: true };
    this.#sockets.set(connection, tracked);
    socket.on('pong', () => {
      tracked.alive = true;
    });
    socket.on('close', () => this.#sockets.delete(connection));
  }

  /** Closes the sockets that match `condition`. */
  close(condition: (tracked: { user: number; token: number }) => boolean, code: number, reason: string): void {
    for (const tracked of [...this.#sockets.values()].filter(condition)) {
      if (code === CLOSE.accessChanged) tracked.connection.send(ACCESS_CHANGED);
      tracked.connection.close(code, reason);
    }
  }

  /** Closes all sockets, for shutdown. */
  stop(): void {
    clearInterval(this.#pingTimer);
    for (const stop of this.#unsubscribers) stop();
    this.close(() => true, CLOSE.restart, 'restart');
  }

  #pingAll(): void {
    for (const tracked of this.#sockets.values()) {
      const { socket } = tracked.connection;
      if (!tracked.alive) socket.terminate();
      tracked.alive = false;
      socket.ping();
    }
  }
}
