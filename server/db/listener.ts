import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { text } from '#i18n/text.ts';
import { Channels } from './channels.ts';

/** Delays before reconnecting, ms; the last one is repeated. */
const RETRY_DELAYS_MS: readonly number[] = [100, 500, 1_000, 5_000];
/** Attempts at the first connection before the start fails. */
const FIRST_ATTEMPTS = 3;

/**
 * Receives NOTIFY on its own connection, which is opened with the first listener and reopened when lost. Notifications sent in
 * between are lost, so `onGap` tells listeners to reload.
 *
 * Only one connection is active at a time and only one loop opens it; a connection that breaks before it becomes active only
 * fails its attempt.
 */
export class NotificationListener {
  readonly #config: pg.ClientConfig;
  readonly #retryDelays: readonly number[];
  readonly #gapListeners = new Set<() => void>();
  readonly #channels = new Channels(async (statement) => {
    await (await this.#connection()).query(statement);
  });
  /** The connection, or the attempt to open it. */
  #client: Promise<pg.Client> | null = null;
  /** The active connection, whose notifications are delivered. */
  #activeClient: pg.Client | null = null;
  #isClosed = false;

  /** @param retryDelays delays before reconnecting, ms; tests pass shorter ones */
  constructor(config: pg.ClientConfig, retryDelays: readonly number[] = RETRY_DELAYS_MS) {
    this.#config = config;
    this.#retryDelays = retryDelays;
  }

  /** See `Database.listen`. */
  async add(channel: string, onMessage: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>> {
    if (onGap) this.#gapListeners.add(onGap);
    const remove = await this.#channels.add(channel, onMessage);
    return async () => {
      if (onGap) this.#gapListeners.delete(onGap);
      if (!this.#isClosed) await remove();
    };
  }

  /** Health check of the connection; does nothing without listeners. Waits while reconnecting. */
  async check(): Promise<void> {
    const client = await this.#client;
    await client?.query('select 1');
  }

  /** Closes the connection for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => null);
    await client?.end();
  }

  #connection(): Promise<pg.Client> {
    this.#client ??= this.#openFirst();
    return this.#client;
  }

  async #openFirst(): Promise<pg.Client> {
    try {
      return await this.#openWithRetries(FIRST_ATTEMPTS);
    } catch (error) {
      this.#client = null;
      throw error;
    }
  }

  /** @param maxAttempts number of attempts before the last error is thrown */
  async #openWithRetries(maxAttempts: number): Promise<pg.Client> {
    for (let attempt = 0; ; attempt += 1) {
      if (this.#isClosed) throw new Error('The database is closed');
      try {
        return await this.#openOnce();
      } catch (error) {
        if (attempt + 1 >= maxAttempts) throw error;
        reportLost(error instanceof Error ? error.message : String(error));
        await this.#wait(attempt + 1);
      }
    }
  }

  /** One attempt: a connection that listens to all channels, or an error. */
  async #openOnce(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    const errors: Error[] = [];
    const onLost = (error: Error) => {
      errors.push(error);
      if (this.#activeClient === client) this.#reopen(error);
    };
    // Handlers are set before connecting: the server may close the connection right after accepting it, and an unhandled error
    // would crash the process.
    client.on('error', onLost);
    client.on('end', () => onLost(new Error('end')));
    client.on('notification', ({ channel, payload = '' }) => {
      if (this.#activeClient === client) this.#channels.deliver(channel, payload);
    });
    try {
      await client.connect();
      for (const statement of this.#channels.statements()) await client.query(statement);
      const [firstError] = errors;
      if (firstError) throw firstError;
      this.#activeClient = client;
      return client;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Reconnects after the active connection was lost. */
  #reopen(error: Error): void {
    this.#activeClient = null;
    if (this.#isClosed) return;
    reportLost(error.message);
    this.#client = this.#reconnect();
    // Callers waiting for the connection get the error; without any, it is ignored.
    this.#client.catch(() => undefined);
  }

  async #reconnect(): Promise<pg.Client> {
    await this.#wait(0);
    const client = await this.#openWithRetries(Number.POSITIVE_INFINITY);
    for (const notifyGap of this.#gapListeners) notifyGap();
    return client;
  }

  #wait(attempt: number): Promise<void> {
    return pause(this.#retryDelays[Math.min(attempt, this.#retryDelays.length - 1)]);
  }
}

function reportLost(reason: string): void {
  console.error(text('start.connectionLost', { reason }));
}
