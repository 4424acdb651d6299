import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { text } from '#i18n/text.ts';
import { Channels } from './channels.ts';

/** Waits before connecting again, ms; the last one is repeated. */
const RETRY_MS: readonly number[] = [100, 500, 1_000, 5_000];
/** Attempts at the first connection, after which the start fails. */
const FIRST_TRIES = 3;

/**
 * Hears NOTIFY on a connection of its own, opened with the first listener and opened again when it is lost. What was
 * sent meanwhile is lost with it: listeners that must not miss it are told of the gap and look for themselves.
 *
 * Only one connection is heard at a time, and only one loop opens it, whatever is lost when: a connection that breaks
 * before it is in use fails its attempt and nothing more.
 */
export class Listener {
  readonly #config: pg.ClientConfig;
  readonly #retry: readonly number[];
  readonly #gaps = new Set<() => void>();
  readonly #channels = new Channels(async (statement) => {
    await (await this.#connection()).query(statement);
  });
  /** The connection, or the one that is being opened. */
  #client: Promise<pg.Client> | null = null;
  /** The one that is heard. */
  #heard: pg.Client | null = null;
  #closed = false;

  /** @param retry waits before connecting again, ms; tests give shorter ones */
  constructor(config: pg.ClientConfig, retry: readonly number[] = RETRY_MS) {
    this.#config = config;
    this.#retry = retry;
  }

  /** See `Database.listen`. */
  async add(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>> {
    if (onGap) this.#gaps.add(onGap);
    const remove = await this.#channels.add(channel, onMessage);
    return async () => {
      if (onGap) this.#gaps.delete(onGap);
      if (!this.#closed) await remove();
    };
  }

  /** Asks the connection something; nothing without listeners. Waits while it is being opened again. */
  async check(): Promise<void> {
    const client = await this.#client;
    await client?.query('select 1');
  }

  /** Ends the connection for good. */
  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => null);
    await client?.end();
  }

  #connection(): Promise<pg.Client> {
    this.#client ??= this.#first();
    return this.#client;
  }

  async #first(): Promise<pg.Client> {
    try {
      return await this.#opened(FIRST_TRIES);
    } catch (error) {
      this.#client = null;
      throw error;
    }
  }

  /** @param tries after which the last failure is thrown */
  async #opened(tries: number): Promise<pg.Client> {
    for (let attempt = 0; ; attempt += 1) {
      if (this.#closed) throw new Error('The database is closed');
      try {
        return await this.#open();
      } catch (error) {
        if (attempt + 1 >= tries) throw error;
        tellLost(error instanceof Error ? error.message : String(error));
        await this.#wait(attempt + 1);
      }
    }
  }

  /** One attempt: a connection that listens to every channel, or none at all. */
  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    const broken: Error[] = [];
    const lose = (error: Error) => {
      broken.push(error);
      if (this.#heard === client) this.#reopen(error);
    };
    // Before it connects: the server may end it in the same breath as it lets it in, and an unhandled error ends the
    // process.
    client.on('error', lose);
    client.on('end', () => lose(new Error('end')));
    client.on('notification', ({ channel, payload = '' }) => {
      if (this.#heard === client) this.#channels.deliver(channel, payload);
    });
    try {
      await client.connect();
      for (const statement of this.#channels.statements()) await client.query(statement);
      const [lost] = broken;
      if (lost) throw lost;
      this.#heard = client;
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  /** The connection that was heard is lost. */
  #reopen(error: Error): void {
    this.#heard = null;
    if (this.#closed) return;
    tellLost(error.message);
    this.#client = this.#again();
    // The callers waiting for it are told; without any, the failure is no one's.
    this.#client.catch(() => undefined);
  }

  async #again(): Promise<pg.Client> {
    await this.#wait(0);
    const client = await this.#opened(Number.POSITIVE_INFINITY);
    for (const tell of this.#gaps) tell();
    return client;
  }

  #wait(attempt: number): Promise<void> {
    return pause(this.#retry[Math.min(attempt, this.#retry.length - 1)]);
  }
}

function tellLost(reason: string): void {
  console.error(text('start.connectionLost', { reason }));
}
