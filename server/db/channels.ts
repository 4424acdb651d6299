type Listener = (payload: string) => void;

/** Limit of NOTIFY: payloads must be shorter than 8000 bytes. */
export const NOTIFY_LIMIT = 7_999;

/** Listeners of LISTEN/NOTIFY channels in this process; one LISTEN per channel, however many listeners. */
export class Channels {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #listen: (statement: string) => Promise<void>;

  /** @param listen runs LISTEN or UNLISTEN on the connection whose notifications are passed to `deliver` */
  constructor(listen: (statement: string) => Promise<void>) {
    this.#listen = listen;
  }

  /** Statements that subscribe a new connection to all current channels. */
  statements(): string[] {
    return [...this.#listeners.keys()].map((channel) => `listen ${quoteChannel(channel)}`);
  }

  /** Calls the listeners of a channel. */
  deliver(channel: string, payload: string): void {
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(payload);
  }

  /**
   * Adds a listener.
   * @returns removes the listener
   * @throws when the database refuses
   */
  async add(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const statement = `listen ${quoteChannel(channel)}`;
    const channelListeners = this.#listeners.get(channel);
    if (channelListeners) channelListeners.add(listener);
    else {
      this.#listeners.set(channel, new Set([listener]));
      await this.#listen(statement);
    }
    return async () => {
      const listeners = this.#listeners.get(channel);
      if (!listeners?.delete(listener) || listeners.size > 0) return;
      this.#listeners.delete(channel);
      await this.#listen(`un${statement}`);
    };
  }
}

function quoteChannel(channel: string): string {
  if (!/^[a-z_]{1,63}$/.test(channel)) throw new RangeError(`Not a channel name: ${channel}`);
  return `"${channel}"`;
}
