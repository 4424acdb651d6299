import { CLOSE } from '#resources/protocol/live.ts';
import type { LiveMessage } from '#resources/protocol/notifications.ts';
import type { TaskLive } from '#resources/protocol/requests/tasks.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { Backlog } from './backlog.ts';
import type { Bus } from './bus.ts';
import type { Connection } from './connection.ts';
import { mayBeTold, notificationsById, type StoredNotification, stillAlive, wireNotification } from './queries.ts';
import type { Topics } from './topics.ts';

/** Between two looks whether the sessions of open sockets still live, ms. */
const LOOK_EVERY = 60_000;
/** How many notifications a socket is remembered to have got, so that none comes twice. */
const REMEMBERED = 500;

/** Dependencies of the delivery. */
export interface DeliveryDeps {
  db: Db;
  bus: Bus<Topics>;
  now(): Date;
  extraSections(): readonly string[];
  /** `FEATURE_SERVICES`. */
  services: boolean;
}

/** Frames of the socket: notifications, and messages of sections to their viewers. */
export type Said = LiveMessage | TaskLive;

/** Takes what clients say of one type. @param session the one whose socket it came by @param message parsed JSON */
export type Hearer = (session: number, message: unknown) => Promise<void>;

/** An open socket. */
interface Listening {
  session: number;
  /** Ids of what it was told. */
  told: Set<number>;
  /** Frames that wait for the greeting, which comes first; null after it. */
  held: Said[] | null;
}

function tell(connection: Connection, message: Said): void {
  connection.send(JSON.stringify(message));
}

/**
 * Hands published notifications to the sockets of this process, in the order of the bus. Recipients are looked up for
 * each one at the moment it is sent: a right taken away a moment ago counts, also while the socket is open.
 */
export class Delivery {
  readonly #deps: DeliveryDeps;
  readonly #listeners = new Map<Connection, Listening>();
  readonly #waiting: Backlog<number>;
  readonly #hearers = new Map<string, Hearer>();
  readonly #stop: () => void;
  readonly #look: NodeJS.Timeout;

  constructor(deps: DeliveryDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#waiting = new Backlog({
      send: async (ids) => {
        for (const row of await notificationsById(this.#deps.db, ids)) await this.#send(row);
      },
      onError,
      giveUp: () => this.sendBack(),
    });
    this.#stop = deps.bus.subscribe('notification', ({ id }) => {
      if (this.#listeners.size) this.#waiting.push(id);
    });
    this.#look = setInterval(() => void this.#dropDead().catch(onError), LOOK_EVERY);
    this.#look.unref();
  }

  /** Tells this socket from now on until it closes; it hears nothing before `greet`. */
  add(connection: Connection, reader: Reader): void {
    this.#listeners.set(connection, { session: reader.token.id, told: new Set(), held: [] });
    connection.socket.on('close', () => this.#listeners.delete(connection));
  }

  /** Sends the first message, then what came meanwhile. */
  greet(connection: Connection, message: LiveMessage): void {
    const listening = this.#listeners.get(connection);
    if (!listening?.held) return;
    for (const each of [message, ...listening.held]) tell(connection, each);
    listening.held = null;
  }

  /** Tells a socket of something it may see, unless it was told already: what was missed may also be on its way here. */
  tellOnce(connection: Connection, row: StoredNotification): void {
    const listening = this.#listeners.get(connection);
    if (!listening || listening.told.has(row.id)) return;
    const { told: toldIds, held: heldMessages } = listening;
    toldIds.add(row.id);
    for (const oldest of toldIds) {
      if (toldIds.size <= REMEMBERED) break;
      toldIds.delete(oldest);
    }
    const message = { type: 'notification', notification: wireNotification(row) } as const;
    if (heldMessages) heldMessages.push(message);
    else tell(connection, message);
  }

  /** Says something to the sockets of some sessions, to each what is meant for it. Rights are asked before. */
  tellSessions(messages: ReadonlyMap<number, readonly Said[]>): void {
    for (const [connection, { session, held }] of this.#listeners) {
      for (const message of messages.get(session) ?? []) {
        if (held) held.push(message);
        else tell(connection, message);
      }
    }
  }

  /** Says what anybody of staff may know to every socket. */
  tellAll(message: Said): void {
    for (const [connection, { held }] of this.#listeners) {
      if (held) held.push(message);
      else tell(connection, message);
    }
  }

  /** Takes what clients say of this type; an unknown type is ignored, as a newer console may say more. */
  hear(type: string, hearer: Hearer): void {
    this.#hearers.set(type, hearer);
  }

  /** Hands on what a client said. */
  async heard(connection: Connection, message: unknown): Promise<void> {
    const listening = this.#listeners.get(connection);
    if (!listening || typeof message !== 'object' || message === null || !('type' in message)) return;
    await this.#hearers.get(String(message.type))?.(listening.session, message);
  }

  /** Stops telling anybody. */
  stop(): void {
    clearInterval(this.#look);
    this.#stop();
    this.#waiting.clear();
  }

  /** Closes these sockets, whose messages cannot be looked up: they reconnect and ask for what they missed. */
  sendBack(): void {
    for (const connection of this.#listeners.keys()) connection.close(CLOSE.failed, 'failed');
  }

  /** Sessions with a socket open here. */
  sessions(): number[] {
    return [...new Set([...this.#listeners.values()].map(({ session }) => session))];
  }

  async #send(row: StoredNotification): Promise<void> {
    const { db, now, extraSections, services } = this.#deps;
    const present = { now: now(), extraSections: extraSections(), services };
    const told = await mayBeTold(db, row, this.sessions(), present);
    const allowed = new Set(told.map(({ session }) => session));
    for (const [connection, { session }] of this.#listeners) if (allowed.has(session)) this.tellOnce(connection, row);
  }

  /** A session may end without a word: it grew old while its socket stood open. */
  async #dropDead(): Promise<void> {
    if (!this.#listeners.size) return;
    const alive = await stillAlive(this.#deps.db, this.sessions(), this.#deps.now());
    for (const [connection, { session }] of this.#listeners) {
      if (!alive.has(session)) connection.close(CLOSE.signedOut, 'signed out');
    }
  }
}
