type Listener = (payload: string) => void;

/** NOTIFY's own limit: the text must be shorter than 8000 bytes. */
export const NOTIFY_LIMIT = 7_999;

/** Listeners by channel of LISTEN/NOTIFY in this process; one LISTEN a channel, however many listeners. */
export class Channels {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #listen: (statement: string) => Promise<void>;

  /** @param listen runs LISTEN or UNLISTEN on the connection whose notifications come to `deliver` */
  constructor(listen: (statement: string) => Promise<void>) {
    this.#listen = listen;
  }

  /** The statements that make a new connection hear what the old one heard. */
  statements(): string[] {
    return [...this.#listeners.keys()].map((channel) => `listen ${quoted(channel)}`);
  }

  /** Calls the listeners of a channel. */
  deliver(channel: string, payload: string): void {
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(payload);
  }

  /**
   * Adds a listener.
   * @returns how to take it away again
   * @throws when the database refuses
   */
  async add(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const statement = `listen ${quoted(channel)}`;
    const present = this.#listeners.get(channel);
    if (present) present.add(listener);
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

function quoted(channel: string): string {
  if (!/^[a-z_]{1,63}$/.test(channel)) throw new RangeError(`Not a channel name: ${channel}`);
  return `"${channel}"`;
}
