import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { text } from '#i18n/text.ts';
import { Channels } from './channels.ts';

/** Waits before connecting again, ms; the last one is repeated. */
const RETRY_MS = [100, 500, 1_000, 5_000] as const;

/**
 * Hears NOTIFY on a connection of its own, opened with the first listener and opened again when it is lost. What was
 * sent meanwhile is lost with it: those who must not miss it are told of the gap and look for themselves.
 */
export class Listener {
  readonly #config: pg.ClientConfig;
  readonly #gaps = new Set<() => void>();
  readonly #channels = new Channels(async (statement) => {
    await (await this.#connection()).query(statement);
  });
  #client: Promise<pg.Client> | null = null;
  #closed = false;

  constructor(config: pg.ClientConfig) {
    this.#config = config;
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

  /** Ends the connection for good. */
  async close(): Promise<void> {
    this.#closed = true;
    const client = await this.#client?.catch(() => null);
    await client?.end();
  }

  #connection(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('notification', ({ channel, payload = '' }) => this.#channels.deliver(channel, payload));
    let lost = false;
    const lose = (reason: string) => {
      if (lost || this.#closed) return;
      lost = true;
      console.error(text('start.connectionLost', { reason }));
      this.#client = this.#reconnect();
    };
    try {
      await client.connect();
    } catch (error) {
      this.#client = null;
      throw error;
    }
    client.on('error', (error) => lose(error.message));
    client.on('end', () => lose('end'));
    return client;
  }

  async #reconnect(): Promise<pg.Client> {
    for (let attempt = 0; ; attempt += 1) {
      await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]);
      if (this.#closed) throw new Error('The database is closed');
      try {
        const client = await this.#connect();
        for (const statement of this.#channels.statements()) await client.query(statement);
        for (const tell of this.#gaps) tell();
        return client;
      } catch (error) {
        console.error(text('start.connectionLost', { reason: error instanceof Error ? error.message : String(error) }));
      }
    }
  }
}
