import { randomUUID } from 'node:crypto';
import { NOTIFY_LIMIT } from '#server/db/channels.ts';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';

/** NOTIFY channel of all processes; some SQL statements use it directly (`server/chat/queries/message-queries.ts`). */
export const CHANNEL = 'upravdom_bus';
/** Parts of a message that stays incomplete, e.g. because the sender's connection broke, are dropped after this time, ms. */
const INCOMPLETE_TIMEOUT_MS = 60_000;
/** Space for `<id> <part> <of> ` before the text of a part, bytes. */
const HEADER_MAX = 60;
const PIECE_MAX = NOTIFY_LIMIT - HEADER_MAX;

/** Publishes messages to all processes of one database; `Topics` maps a topic's name to its message type (plain JSON). */
export interface Publisher<Topics extends object> {
  /**
   * Publishes a message to every process, including this one. Inside a transaction pass the transaction, so that the message is
   * sent on commit only.
   */
  publish<Topic extends keyof Topics & string>(db: Db, topic: Topic, message: Topics[Topic]): Promise<void>;
  /** Publishes several messages in one statement, in their order. */
  publishAll<Topic extends keyof Topics & string>(
    db: Db,
    topic: Topic,
    messages: readonly Topics[Topic][],
  ): Promise<void>;
}

/** Publish/subscribe between all processes of one database. */
export interface Bus<Topics extends object> extends Publisher<Topics> {
  /** @returns unsubscribes */
  subscribe<Topic extends keyof Topics & string>(topic: Topic, listener: (message: Topics[Topic]) => void): () => void;
  /** Registers a callback for when messages may have been lost, so that subscribers reload. @returns unsubscribes */
  onGap(listener: () => void): () => void;
  /** Stops listening. */
  close(): Promise<void>;
}

/** Publishes without listening, for a process without sockets. */
export function createPublisher<Topics extends object>(database: Pick<Database, 'notify'>): Publisher<Topics> {
  const send = (db: Db, topic: string, messages: readonly unknown[]) =>
    database.notify(
      db,
      CHANNEL,
      messages.flatMap((message) => encodePayloads(JSON.stringify([topic, message]))),
    );
  return { publish: (db, topic, message) => send(db, topic, [message]), publishAll: send };
}

/** Connects to the bus of a database. @param onError called when a listener fails; other listeners still run */
export async function createBus<Topics extends object>(
  database: Database,
  onError: (error: unknown) => void,
): Promise<Bus<Topics>> {
  const listeners = new Map<string, Set<(message: never) => void>>();
  const gaps = new Set<() => void>();
  const assembler = new PartAssembler();

  const runSafely = (call: () => void) => {
    try {
      call();
    } catch (error) {
      onError(error);
    }
  };
  const stop = await database.listen(
    CHANNEL,
    (payload) =>
      runSafely(() => {
        const completeMessage = assembler.take(payload);
        if (completeMessage === null) return;
        const [topic, message]: [string, never] = JSON.parse(completeMessage);
        for (const listener of [...(listeners.get(topic) ?? [])]) runSafely(() => listener(message));
      }),
    () => {
      for (const notifyGap of [...gaps]) runSafely(notifyGap);
    },
  );

  return {
    ...createPublisher<Topics>(database),
    subscribe: (topic, listener) => {
      const topicListeners = listeners.get(topic) ?? new Set();
      listeners.set(topic, topicListeners.add(listener));
      return () => {
        topicListeners.delete(listener);
      };
    },
    onGap: (listener) => {
      gaps.add(listener);
      return () => {
        gaps.delete(listener);
      };
    },
    close: stop,
  };
}

/**
 * Encodes a message for NOTIFY: one payload, or several in base64 when it exceeds 8000 bytes. The id makes payloads distinct,
 * because PostgreSQL merges identical notifications of one transaction. Database triggers send single payloads in the same format
 * (`0011-access-told.ts`).
 */
function encodePayloads(message: string): string[] {
  const id = randomUUID();
  if (Buffer.byteLength(message) <= PIECE_MAX) return [`${id} 0 1 ${message}`];
  const encoded = Buffer.from(message).toString('base64');
  const count = Math.ceil(encoded.length / PIECE_MAX);
  return Array.from(
    { length: count },
    (_, part) => `${id} ${part} ${count} ${encoded.slice(part * PIECE_MAX, (part + 1) * PIECE_MAX)}`,
  );
}

/** Joins the parts of long messages, which may arrive in any order. */
class PartAssembler {
  readonly #incomplete = new Map<string, { pieces: string[]; missing: number; since: number }>();

  /** @returns the message that `payload` completes, or null when parts are missing */
  take(payload: string): string | null {
    const [id = '', part = '', partCount = ''] = payload.split(' ', 3);
    const piece = payload.slice(id.length + part.length + partCount.length + 3);
    const count = Number(partCount);
    if (count === 1) return piece;
    this.#dropExpired();
    const incomplete = this.#incomplete.get(id) ?? {
      pieces: Array<string>(count).fill(''),
      missing: count,
      since: performance.now(),
    };
    this.#incomplete.set(id, incomplete);
    incomplete.pieces[Number(part)] = piece;
    incomplete.missing -= 1;
    if (incomplete.missing > 0) return null;
    this.#incomplete.delete(id);
    return Buffer.from(incomplete.pieces.join(''), 'base64').toString();
  }

  #dropExpired(): void {
    const before = performance.now() - INCOMPLETE_TIMEOUT_MS;
    for (const [id, { since }] of this.#incomplete) if (since < before) this.#incomplete.delete(id);
  }
}
