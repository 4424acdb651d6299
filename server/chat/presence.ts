import { randomUUID } from 'node:crypto';
import type { Db } from '#server/db/tables.ts';
import type { Bus } from '#server/live/bus.ts';
import type { Topics } from '#server/live/topics.ts';
import {
  arrive,
  beat,
  depart,
  endProcess,
  peopleThrough,
  restore,
  sweepProcesses,
} from './queries/presence-queries.ts';

/** Between two notes that this process lives, ms. */
const BEAT_MS = 20_000;

interface PresenceDeps {
  db: Db;
  bus: Bus<Topics>;
  now(): Date;
}

/**
 * People online through this process (A12), that is with at least one session attached to `me`. The database has the list
 * of every process, and the others notice when a process dies.
 */
export class Presence {
  readonly #deps: PresenceDeps;
  readonly #process = randomUUID();
  /** Sessions on `me` by person. */
  readonly #here = new Map<number, number>();
  /** Changes of one person come one after the other. */
  readonly #turns = new Map<number, Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  readonly #onError: (error: unknown) => void;
  #begun: Promise<void> | null = null;

  constructor(deps: PresenceDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
    this.#timer = setInterval(() => void this.tidy().catch(onError), BEAT_MS);
    this.#timer.unref();
  }

  /** A session was attached to `me`. */
  async came(user: number, agent: string): Promise<void> {
    const count = (this.#here.get(user) ?? 0) + 1;
    this.#here.set(user, count);
    if (count === 1) await this.#turn(user, agent);
  }

  /** A session has left `me`. */
  async left(user: number, agent: string): Promise<void> {
    const count = (this.#here.get(user) ?? 1) - 1;
    if (count > 0) this.#here.set(user, count);
    else this.#here.delete(user);
    if (count <= 0) await this.#turn(user, agent);
  }

  /** No one is online here any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const people = [...this.#here.keys()];
    this.#here.clear();
    for (const user of people) await this.#turn(user, '').catch(this.#onError);
    if (this.#begun) await endProcess(this.#deps.db, this.#process).catch(this.#onError);
  }

  #turn(user: number, agent: string): Promise<void> {
    const turn = (this.#turns.get(user) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => this.#write(user, agent))
      .finally(() => {
        if (this.#turns.get(user) === turn) this.#turns.delete(user);
      });
    this.#turns.set(user, turn);
    return turn;
  }

  /** Writes down what is true now: between the call and its turn it may have changed. */
  async #write(user: number, agent: string): Promise<void> {
    const { db, bus, now } = this.#deps;
    this.#begun ??= beat(db, this.#process).catch((error: unknown) => {
      // Tried again with the next arrival.
      this.#begun = null;
      throw error;
    });
    await this.#begun;
    await db.transaction().execute(async (trx) => {
      const isHere = this.#here.has(user);
      const changed = isHere
        ? await arrive(trx, this.#process, user)
        : await depart(trx, this.#process, user, agent, now());
      if (changed) await bus.publish(trx, 'chat', { what: isHere ? 'on' : 'off', by: user, agent });
    });
  }

  /**
   * Notes that this process lives and which people are here. People written down as here without a session leave now,
   * since their leaving could not be written, and so do those of dead processes. Done every so often.
   */
  async tidy(): Promise<void> {
    const { db, bus, now } = this.#deps;
    if (!this.#begun) return;
    await beat(db, this.#process);
    for (const user of await peopleThrough(db, this.#process)) {
      if (!this.#here.has(user)) await this.#turn(user, '');
    }
    // Others may have taken this process for dead while it stood still.
    await restore(db, this.#process, [...this.#here.keys()]);
    await db.transaction().execute(async (trx) => {
      for (const by of await sweepProcesses(trx, now())) await bus.publish(trx, 'chat', { what: 'off', by, agent: '' });
    });
  }
}
