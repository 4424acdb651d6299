import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/tables.ts';
import type { Bus } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import {
  deleteProcess,
  markOffline,
  markOnline,
  onlineOnProcess,
  recordHeartbeat,
  restoreOnline,
  sweepProcesses,
} from './queries/presence-queries.ts';

/** Heartbeat interval of this process, ms. */
const HEARTBEAT_MS = 20_000;

interface PresenceDeps {
  db: Db;
  bus: Bus<Topics>;
  now(): Date;
}

/**
 * People online on this process (A12): those with at least one session attached to `me`. The list of every process is in the
 * database, so that other processes notice when one dies.
 */
export class Presence {
  readonly #deps: PresenceDeps;
  readonly #process = randomUUID();
  /** Number of sessions attached to `me` by person. */
  readonly #sessionCounts = new Map<number, number>();
  /** Queue per person: changes of one person are written one after another. */
  readonly #queues = new Map<number, Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  readonly #onError: (error: unknown) => void;
  #registration: Promise<void> | null = null;

  constructor(deps: PresenceDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.heartbeat().catch(onError), HEARTBEAT_MS);
    this.#timer.unref();
  }

  /** A session attached to `me`. */
  async sessionAttached(user: number, agent: string): Promise<void> {
    const count = (this.#sessionCounts.get(user) ?? 0) + 1;
    this.#sessionCounts.set(user, count);
    if (count === 1) await this.#enqueueWrite(user, agent);
  }

  /** A session detached from `me`. */
  async sessionDetached(user: number, agent: string): Promise<void> {
    const count = (this.#sessionCounts.get(user) ?? 1) - 1;
    if (count > 0) this.#sessionCounts.set(user, count);
    else this.#sessionCounts.delete(user);
    if (count <= 0) await this.#enqueueWrite(user, agent);
  }

  /** Marks everybody on this process as offline. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const people = [...this.#sessionCounts.keys()];
    this.#sessionCounts.clear();
    for (const user of people) await this.#enqueueWrite(user, '').catch(this.#onError);
    if (this.#registration) await deleteProcess(this.#deps.db, this.#process).catch(this.#onError);
  }

  #enqueueWrite(user: number, agent: string): Promise<void> {
    const write = (this.#queues.get(user) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#write(user, agent))
      .finally(() => {
        if (this.#queues.get(user) === write) this.#queues.delete(user);
      });
    this.#queues.set(user, write);
    return write;
  }

  /** Writes the current state, which may have changed since the call was queued. */
  async #write(user: number, agent: string): Promise<void> {
    const { db, bus, now } = this.#deps;
    this.#registration ??= recordHeartbeat(db, this.#process).catch((error: unknown) => {
      // Retried with the next arrival.
      this.#registration = null;
      throw error;
    });
    await this.#registration;
    await db.transaction().execute(async (trx) => {
      const isHere = this.#sessionCounts.has(user);
      const changed = isHere
        ? await markOnline(trx, this.#process, user)
        : await markOffline(trx, this.#process, user, agent, now());
      if (changed) await bus.publish(trx, 'chat', { what: isHere ? 'on' : 'off', by: user, agent });
    });
  }

  /**
   * Periodic heartbeat. Also corrects the stored list: people without a session, whose departure could not be written, are
   * removed, and so are people of dead processes.
   */
  async heartbeat(): Promise<void> {
    const { db, bus, now } = this.#deps;
    if (!this.#registration) return;
    await recordHeartbeat(db, this.#process);
    for (const user of await onlineOnProcess(db, this.#process)) {
      if (!this.#sessionCounts.has(user)) await this.#enqueueWrite(user, '');
    }
    // Other processes may have removed this one as dead while it was suspended.
    await restoreOnline(db, this.#process, [...this.#sessionCounts.keys()]);
    await db.transaction().execute(async (trx) => {
      for (const offlineUser of await sweepProcesses(trx, now()))
        await bus.publish(trx, 'chat', { what: 'off', by: offlineUser, agent: '' });
    });
  }
}
