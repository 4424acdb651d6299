import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { networkPrefix } from '#server/access/attempts.ts';
import { isLocal } from '#server/access/guard.ts';
import type { SecurityLog } from '#server/access/security-log.ts';
import { CALLS_PER_MINUTE } from '#server/http/limits.ts';
import { Allowance } from './allowance.ts';
import { type Bounds, Connection, type PersonBounds, type PersonConnections } from './connection.ts';

/** The bounds of connections. */
export interface LimitTable {
  /** Before anybody is signed in: a greeting, a sign-in, a probe now and then. */
  nobody: Bounds;
  /** Signed in: a console that comes back sends hundreds of frames at once, and then a few a second. */
  signedIn: Bounds;
  person: PersonBounds;
}

/** Largest message of any connection, bytes; the WebSocket library refuses longer ones before they are read whole. */
export const MESSAGE_MAX = CHAT_LIMITS.maxMessageSize;

export const LIMITS: LimitTable = {
  nobody: {
    unsent: 32_768,
    message: 16_384,
    frames: { burst: 100, second: 20 },
    bytes: { burst: 65_536, second: 16_384 },
    waiting: { most: 8, few: 2 },
  },
  signedIn: {
    unsent: 8_388_608,
    message: MESSAGE_MAX,
    frames: { burst: 2_000, second: 200 },
    bytes: { burst: 16_777_216, second: 1_048_576 },
    waiting: { most: 64, few: 8 },
  },
  // A tab of the console has three connections.
  person: {
    connections: 100,
    unsent: 33_554_432,
    messages: { burst: CALLS_PER_MINUTE, second: CALLS_PER_MINUTE / 60 },
  },
};

const newPerson = (bounds: PersonBounds): PersonConnections => ({
  bounds,
  connections: new Set(),
  messages: new Allowance(bounds.messages),
});

/** Closes that are throttling, and how the security log names them; a client that reads too slowly may only have a bad line. */
const THROTTLED: ReadonlyMap<number, string> = new Map([
  [CLOSE.tooFast, 'too_many_messages'],
  [CLOSE.tooMany, 'too_many_sockets'],
]);

/** How long the messages of a person are counted after the last connection has closed, ms: by then all are allowed again. */
const REMEMBERED_MS = 60_000;

/**
 * The one rule of back-pressure for every socket of this process (`docs/integrator.md`): it counts connections by address
 * and by person, and gives each connection its bounds.
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
   * @param settings.socketsPerAddress connections from one address, of IPv6 from one network
   * @param settings.demo a demo installation does not count the messages of the machine it runs on, nor its calls
   */
  constructor(settings: { socketsPerAddress: number; demo: boolean }, table: LimitTable = LIMITS) {
    this.#perAddress = settings.socketsPerAddress;
    this.#demo = settings.demo;
    this.#table = table;
  }

  /** Open connections by route. */
  get routes(): ReadonlyMap<string, number> {
    return this.#routes;
  }

  /** From now on connections that go over their bounds are security events. */
  noteTo(security: Pick<SecurityLog, 'note'>): void {
    this.#security = security;
  }

  /**
   * Takes a socket that has just opened, with the bounds of `nobody` until `signIn`.
   * @returns null when its address has too many: it is being closed then
   */
  open(socket: WebSocket, request: FastifyRequest): Connection | null {
    const isCounted = !(this.#demo && isLocal(request));
    const onRefusal = (code: number) => this.#note(code, connection.user, request);
    const connection = new Connection(socket, this.#table.nobody, { log: request.log, isCounted, onRefusal });
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
    const received = (chunk: Buffer) => connection.received(chunk.length);
    stream.on('data', received);
    socket.on('close', () => {
      stream.off('data', received);
      this.#routes.set(route, (this.#routes.get(route) ?? 1) - 1);
      const left = (this.#addresses.get(address) ?? 1) - 1;
      if (left > 0) this.#addresses.set(address, left);
      else this.#addresses.delete(address);
    });
    return connection;
  }

  /**
   * Names the person of a connection: it gets the bounds of signed-in people and counts with the others of that person.
   * @returns false when it is closed already, or is being closed since the person has too many
   */
  signIn(connection: Connection, user: number): boolean {
    if (!connection.isOpen) return false;
    connection.user = user;
    const { person: bounds, signedIn } = this.#table;
    const person = this.#people.get(user) ?? newPerson(bounds);
    if (person.connections.size >= bounds.connections) {
      connection.refuse(CLOSE.tooMany, 'too many connections of this person');
      return false;
    }
    this.#people.set(user, person);
    person.connections.add(connection);
    connection.belongsTo(person, signedIn);
    connection.socket.on('close', () => {
      person.connections.delete(connection);
      if (!person.connections.size) this.#forgetLater(user, person);
    });
    return true;
  }

  /** Of a connection whose person only another server knows: the bounds of signed-in people. */
  passOn(connection: Connection): void {
    connection.widen(this.#table.signedIn);
  }

  #note(code: number, user: number | null, { id, ip, method, routeOptions }: FastifyRequest): void {
    const reason = THROTTLED.get(code);
    const where = `${method} ${routeOptions.url ?? ''}`;
    if (reason) this.#security?.note({ action: 'throttled', reason, user, address: ip, where, request: id });
  }

  #forgetLater(user: number, person: PersonConnections): void {
    const forget = () => {
      if (!person.connections.size && this.#people.get(user) === person) this.#people.delete(user);
    };
    setTimeout(forget, REMEMBERED_MS).unref();
  }
}
