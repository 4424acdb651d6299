import { CLOSE } from '#resources/protocol/live.ts';
import type { LiveMessage } from '#resources/protocol/notifications.ts';
import type { TaskLive } from '#resources/protocol/requests/tasks.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import { Backlog } from './backlog.ts';
import type { Bus } from './bus.ts';
import type { Connection } from './connection.ts';
import {
  findAllowedSessions,
  notificationsById,
  type StoredNotification,
  selectLiveSessionIds,
  serializeNotification,
} from './queries.ts';
import type { Topics } from './topics.ts';

/** Interval of checks whether the sessions of open sockets are still valid, ms. */
const SESSION_CHECK_MS = 60_000;
/** Number of delivered notification ids remembered per socket, to avoid duplicates. */
const DELIVERED_IDS_MAX = 500;

/** Dependencies of `Delivery`. */
export interface DeliveryDeps {
  db: Db;
  bus: Bus<Topics>;
  now(): Date;
  extraSections(): readonly string[];
  /** `FEATURE_SERVICES`. */
  services: boolean;
}

/** Frames of the socket: notifications, and messages of sections to their viewers. */
export type DeliveryFrame = LiveMessage | TaskLive;

/**
 * Handles client messages of one type.
 * @param session session of the sending socket
 * @param message parsed JSON
 */
export type MessageHandler = (session: number, message: unknown) => Promise<void>;

/** An open socket and its state. */
interface ListeningSocket {
  session: number;
  /** Ids of delivered notifications. */
  told: Set<number>;
  /** Frames queued until the greeting, which must be sent first; null after it. */
  held: DeliveryFrame[] | null;
}

function sendFrame(connection: Connection, message: DeliveryFrame): void {
  connection.send(JSON.stringify(message));
}

/**
 * Delivers published notifications to the sockets of this process, in the order of the bus. Recipients are determined when a
 * notification is sent, so a right that was just withdrawn counts even for open sockets.
 */
export class Delivery {
  readonly #deps: DeliveryDeps;
  readonly #listeners = new Map<Connection, ListeningSocket>();
  readonly #backlog: Backlog<number>;
  readonly #handlers = new Map<string, MessageHandler>();
  readonly #unsubscribe: () => void;
  readonly #checkTimer: NodeJS.Timeout;

  constructor(deps: DeliveryDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#backlog = new Backlog({
      send: async (ids) => {
        for (const row of await notificationsById(this.#deps.db, ids)) await this.#send(row);
      },
      onError,
      giveUp: () => this.reconnectAll(),
    });
    this.#unsubscribe = deps.bus.subscribe('notification', ({ id }) => {
      if (this.#listeners.size) this.#backlog.push(id);
    });
    this.#checkTimer = setInterval(() => void this.#closeExpired().catch(onError), SESSION_CHECK_MS);
    this.#checkTimer.unref();
  }

  /** Adds a socket until it closes; its frames are queued until `greet`. */
  add(connection: Connection, reader: Reader): void {
    this.#listeners.set(connection, { session: reader.token.id, told: new Set(), held: [] });
    connection.socket.on('close', () => this.#listeners.delete(connection));
  }

  /** Sends the greeting, then the queued frames. */
  greet(connection: Connection, message: LiveMessage): void {
    const listening = this.#listeners.get(connection);
    if (!listening?.held) return;
    for (const frame of [message, ...listening.held]) sendFrame(connection, frame);
    listening.held = null;
  }

  /** Sends a notification unless this socket has it already, because a missed one may also arrive over the bus. */
  sendOnce(connection: Connection, row: StoredNotification): void {
    const listening = this.#listeners.get(connection);
    if (!listening || listening.told.has(row.id)) return;
    const { told: toldIds, held: heldMessages } = listening;
    toldIds.add(row.id);
    for (const oldest of toldIds) {
      if (toldIds.size <= DELIVERED_IDS_MAX) break;
      toldIds.delete(oldest);
    }
    const message = { type: 'notification', notification: serializeNotification(row) } as const;
    if (heldMessages) heldMessages.push(message);
    else sendFrame(connection, message);
  }

  /** Sends frames to the sockets of sessions. The caller has checked the rights. */
  sendToSessions(messages: ReadonlyMap<number, readonly DeliveryFrame[]>): void {
    for (const [connection, { session, held }] of this.#listeners) {
      for (const message of messages.get(session) ?? []) {
        if (held) held.push(message);
        else sendFrame(connection, message);
      }
    }
  }

  /** Sends a frame to every socket; only for what all staff may know. */
  sendToAll(message: DeliveryFrame): void {
    for (const [connection, { held }] of this.#listeners) {
      if (held) held.push(message);
      else sendFrame(connection, message);
    }
  }

  /** Registers the handler of a message type. Unknown types are ignored, because a newer console may send more. */
  onMessage(type: string, handler: MessageHandler): void {
    this.#handlers.set(type, handler);
  }

  /** Passes a client message to its handler. */
  async handleMessage(connection: Connection, message: unknown): Promise<void> {
    const listening = this.#listeners.get(connection);
    if (!listening || typeof message !== 'object' || message === null || !('type' in message)) return;
    await this.#handlers.get(String(message.type))?.(listening.session, message);
  }

  /** Stops delivery. */
  stop(): void {
    clearInterval(this.#checkTimer);
    this.#unsubscribe();
    this.#backlog.clear();
  }

  /** Closes all sockets after notifications could not be loaded; clients reconnect and fetch what they missed. */
  reconnectAll(): void {
    for (const connection of this.#listeners.keys()) connection.close(CLOSE.failed, 'failed');
  }

  /** Ids of sessions with an open socket in this process. */
  sessions(): number[] {
    return [...new Set([...this.#listeners.values()].map(({ session }) => session))];
  }

  async #send(row: StoredNotification): Promise<void> {
    const { db, now, extraSections, services } = this.#deps;
    const rightsContext = { now: now(), extraSections: extraSections(), services };
    const recipients = await findAllowedSessions(db, row, this.sessions(), rightsContext);
    const allowed = new Set(recipients.map(({ session }) => session));
    for (const [connection, { session }] of this.#listeners) if (allowed.has(session)) this.sendOnce(connection, row);
  }

  /** Closes sockets whose session has expired, because expiry sends no event. */
  async #closeExpired(): Promise<void> {
    if (!this.#listeners.size) return;
    const liveSessions = await selectLiveSessionIds(this.#deps.db, this.sessions(), this.#deps.now());
    for (const [connection, { session }] of this.#listeners) {
      if (!liveSessions.has(session)) connection.close(CLOSE.signedOut, 'signed out');
    }
  }
}
