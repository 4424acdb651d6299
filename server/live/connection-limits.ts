import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { networkPrefix } from '#server/access/attempts.ts';
import { isLocal } from '#server/access/guard.ts';
import type { SecurityLog } from '#server/access/security-log.ts';
import { REQUESTS_PER_MINUTE } from '#server/http/limits.ts';
import { Connection, type ConnectionBounds, type PersonBounds, type PersonConnections } from './connection.ts';
import { Allowance } from './rate-limit.ts';

/** Limits of connections by state. */
export interface LimitTable {
  /** Before sign-in: room for a greeting, a sign-in and occasional probes. */
  anonymous: ConnectionBounds;
  /** After sign-in: a reconnecting console sends hundreds of frames at once, then a few per second. */
  signedIn: ConnectionBounds;
  person: PersonBounds;
}

/** Largest message of any connection, bytes; the WebSocket library refuses longer ones while they arrive. */
export const MESSAGE_MAX = CHAT_LIMITS.maxMessageSize;

export const CONNECTION_LIMITS: LimitTable = {
  anonymous: {
    unsent: 32_768,
    message: 16_384,
    frames: { burst: 100, second: 20 },
    bytes: { burst: 65_536, second: 16_384 },
    waiting: { pauseAt: 8, resumeAt: 2 },
  },
  signedIn: {
    unsent: 8_388_608,
    message: MESSAGE_MAX,
    frames: { burst: 2_000, second: 200 },
    bytes: { burst: 16_777_216, second: 1_048_576 },
    waiting: { pauseAt: 64, resumeAt: 8 },
  },
  // Each browser tab of the console has three connections.
  person: {
    connections: 100,
    unsent: 33_554_432,
    messages: { burst: REQUESTS_PER_MINUTE, second: REQUESTS_PER_MINUTE / 60 },
  },
};

const createPerson = (bounds: PersonBounds): PersonConnections => ({
  bounds,
  connections: new Set(),
  messages: new Allowance(bounds.messages),
});

/**
 * Close codes reported to the security log as throttling, with their reasons. `tooSlow` is missing: the client may just have a
 * bad connection.
 */
const THROTTLED_CODES: ReadonlyMap<number, string> = new Map([
  [CLOSE.tooFast, 'too_many_messages'],
  [CLOSE.tooMany, 'too_many_sockets'],
]);

/** How long the message counter of a person is kept after their last connection closes, ms; by then it is full again. */
const COUNTER_TTL_MS = 60_000;

/**
 * Back-pressure for all sockets of this process (`docs/integrator.md`): counts connections by address and person, and sets the
 * limits of each connection.
 */
export class ConnectionLimits {
  readonly #perAddress: number;
  readonly #demo: boolean;
  readonly #table: LimitTable;
  readonly #addresses = new Map<string, number>();
  readonly #people = new Map<number, PersonConnections>();
  readonly #routes = new Map<string, number>();
  #security: Pick<SecurityLog, 'note'> | null = null;

  /**
   * @param settings `socketsPerAddress`: connections per address (IPv6: per /64 network); `demo`: messages from the machine
   * itself are not counted
   */
  constructor(settings: { socketsPerAddress: number; demo: boolean }, table: LimitTable = CONNECTION_LIMITS) {
    this.#perAddress = settings.socketsPerAddress;
    this.#demo = settings.demo;
    this.#table = table;
  }

  /** Number of open connections by route. */
  get routes(): ReadonlyMap<string, number> {
    return this.#routes;
  }

  /** From now on, connections that exceed their limits are recorded as security events. */
  reportTo(security: Pick<SecurityLog, 'note'>): void {
    this.#security = security;
  }

  /**
   * Registers a newly opened socket, with the limits before sign-in.
   * @returns null when its address has too many connections; the socket is then being closed
   */
  open(socket: WebSocket, request: FastifyRequest): Connection | null {
    const isCounted = !(this.#demo && isLocal(request));
    const onRefusal = (code: number) => this.#report(code, connection.user, request);
    const connection = new Connection(socket, this.#table.anonymous, { log: request.log, isCounted, onRefusal });
    socket.on('error', (error) => request.log.warn({ err: error }, 'a socket failed'));
    const address = networkPrefix(request.ip);
    const count = this.#addresses.get(address) ?? 0;
    if (count >= this.#perAddress) {
      connection.refuse(CLOSE.tooMany, 'too many connections from this address');
      return null;
    }
    this.#addresses.set(address, count + 1);
    const route = request.routeOptions.url ?? '';
    this.#routes.set(route, (this.#routes.get(route) ?? 0) + 1);
    const { socket: stream } = request.raw;
    const onBytes = (chunk: Buffer) => connection.countBytes(chunk.length);
    stream.on('data', onBytes);
    socket.on('close', () => {
      stream.off('data', onBytes);
      this.#routes.set(route, (this.#routes.get(route) ?? 1) - 1);
      const remaining = (this.#addresses.get(address) ?? 1) - 1;
      if (remaining > 0) this.#addresses.set(address, remaining);
      else this.#addresses.delete(address);
    });
    return connection;
  }

  /**
   * Assigns a connection to a person: it gets the limits after sign-in and counts with the person's other connections.
   * @returns false when it is closed, or refused because the person has too many
   */
  signIn(connection: Connection, user: number): boolean {
    if (!connection.isOpen) return false;
    connection.user = user;
    const { person: bounds, signedIn } = this.#table;
    const person = this.#people.get(user) ?? createPerson(bounds);
    if (person.connections.size >= bounds.connections) {
      connection.refuse(CLOSE.tooMany, 'too many connections of this person');
      return false;
    }
    this.#people.set(user, person);
    person.connections.add(connection);
    connection.assignTo(person, signedIn);
    connection.socket.on('close', () => {
      person.connections.delete(connection);
      if (!person.connections.size) this.#forgetLater(user, person);
    });
    return true;
  }

  /** For a connection whose sign-in only another server sees: gives it the limits after sign-in. */
  allowForwarding(connection: Connection): void {
    connection.setBounds(this.#table.signedIn);
  }

  #report(code: number, user: number | null, { id, ip, method, routeOptions }: FastifyRequest): void {
    const reason = THROTTLED_CODES.get(code);
    const where = `${method} ${routeOptions.url ?? ''}`;
    if (reason) this.#security?.note({ action: 'throttled', reason, user, address: ip, where, request: id });
  }

  #forgetLater(user: number, person: PersonConnections): void {
    const forget = () => {
      if (!person.connections.size && this.#people.get(user) === person) this.#people.delete(user);
    };
    setTimeout(forget, COUNTER_TTL_MS).unref();
  }
}
