import { randomUUID } from 'node:crypto';
import { NOTIFY_LIMIT } from '#server/db/channels.ts';
import type { Database } from '#server/db/connect.ts';
import type { Db } from '#server/db/tables.ts';

/** The channel that every process listens to; statements that notify by themselves name it (`server/chat/queries/message-queries.ts`). */
export const CHANNEL = 'upravdom_bus';
/** Parts of a message that was never completed (its sender's connection broke) are dropped after this, ms. */
const PARTS_MS = 60_000;
/** Room for `<id> <part> <of> ` before the text of a part. */
const HEAD = 60;
const PIECE = NOTIFY_LIMIT - HEAD;

/** Sends messages to all processes on one database, by topic: `Topics` maps a topic's name to its message (plain JSON). */
export interface Publisher<Topics extends object> {
  /**
   * Sends a message to every process, this one included. Inside a transaction pass the transaction: then it is sent when
   * that commits, and never when it does not.
   */
  publish<Topic extends keyof Topics & string>(db: Db, topic: Topic, message: Topics[Topic]): Promise<void>;
  /** The same for many messages, in one statement, in their order. */
  publishAll<Topic extends keyof Topics & string>(
    db: Db,
    topic: Topic,
    messages: readonly Topics[Topic][],
  ): Promise<void>;
}

/** Messages among all processes on one database. */
export interface Bus<Topics extends object> extends Publisher<Topics> {
  /** @returns how to stop */
  subscribe<Topic extends keyof Topics & string>(topic: Topic, listener: (message: Topics[Topic]) => void): () => void;
  /** Calls back when messages may have been missed: subscribers should read anew. @returns how to stop */
  onGap(listener: () => void): () => void;
  /** Stops listening. */
  close(): Promise<void>;
}

/** Sends messages without listening to any: for a process without sockets. */
export function createPublisher<Topics extends object>(database: Pick<Database, 'notify'>): Publisher<Topics> {
  const send = (db: Db, topic: string, messages: readonly unknown[]) =>
    database.notify(
      db,
      CHANNEL,
      messages.flatMap((message) => payloads(JSON.stringify([topic, message]))),
    );
  return { publish: (db, topic, message) => send(db, topic, [message]), publishAll: send };
}

/**
 * Joins the bus of a database.
 * @param onError told of a listener's failure, which stops neither the others nor the bus
 */
export async function createBus<Topics extends object>(
  database: Database,
  onError: (error: unknown) => void,
): Promise<Bus<Topics>> {
  const listeners = new Map<string, Set<(message: never) => void>>();
  const gaps = new Set<() => void>();
  const parts = new Parts();

  const attempt = (call: () => void) => {
    try {
      call();
    } catch (error) {
      onError(error);
    }
  };
  const stop = await database.listen(
    CHANNEL,
    (payload) =>
      attempt(() => {
        const whole = parts.take(payload);
        if (whole === null) return;
        const [topic, message]: [string, never] = JSON.parse(whole);
        for (const listener of [...(listeners.get(topic) ?? [])]) attempt(() => listener(message));
      }),
    () => {
      for (const tell of [...gaps]) attempt(tell);
    },
  );

  return {
    ...createPublisher<Topics>(database),
    subscribe: (topic, listener) => {
      const present = listeners.get(topic) ?? new Set();
      listeners.set(topic, present.add(listener));
      return () => {
        present.delete(listener);
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
 * A message as NOTIFY can carry it: one payload, or several in base64 when it is over 8000 bytes. The id keeps equal
 * messages of one transaction apart, which PostgreSQL would otherwise send once. Triggers of the database send the first form
 * too (`0011-access-told.ts`).
 */
function payloads(message: string): string[] {
  const id = randomUUID();
  if (Buffer.byteLength(message) <= PIECE) return [`${id} 0 1 ${message}`];
  const encoded = Buffer.from(message).toString('base64');
  const count = Math.ceil(encoded.length / PIECE);
  return Array.from(
    { length: count },
    (_, part) => `${id} ${part} ${count} ${encoded.slice(part * PIECE, (part + 1) * PIECE)}`,
  );
}

/** Joins the parts of long messages, which may come in any order. */
class Parts {
  readonly #open = new Map<string, { pieces: string[]; missing: number; since: number }>();

  /** @returns the message that `payload` completes, or null */
  take(payload: string): string | null {
    const [id = '', part = '', of = ''] = payload.split(' ', 3);
    const piece = payload.slice(id.length + part.length + of.length + 3);
    const count = Number(of);
    if (count === 1) return piece;
    this.#forget();
    const open = this.#open.get(id) ?? {
      pieces: Array<string>(count).fill(''),
      missing: count,
      since: performance.now(),
    };
    this.#open.set(id, open);
    open.pieces[Number(part)] = piece;
    open.missing -= 1;
    if (open.missing > 0) return null;
    this.#open.delete(id);
    return Buffer.from(open.pieces.join(''), 'base64').toString();
  }

  #forget(): void {
    const before = performance.now() - PARTS_MS;
    for (const [id, { since }] of this.#open) if (since < before) this.#open.delete(id);
  }
}
