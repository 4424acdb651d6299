/** Frames that came over a socket of a test, and waiters for those to come. */
export class Arrivals<Message> {
  /** All that came, in its order. */
  readonly all: Message[] = [];
  #ended: Error | null = null;
  readonly #waiting = new Set<{
    test: (message: Message) => boolean;
    resolve: (message: Message) => void;
    reject: (reason: Error) => void;
  }>();

  /** Takes in what has just come. */
  hear(message: Message): void {
    this.all.push(message);
    for (const wait of [...this.#waiting]) {
      if (!wait.test(message)) continue;
      this.#waiting.delete(wait);
      wait.resolve(message);
    }
  }

  /** Nothing more will come: whoever waits is told why, instead of waiting until the test runs out of time. */
  end(code: number): void {
    const last = this.all.slice(-3).map((message) => JSON.stringify(message));
    this.#ended = new Error(
      `The socket closed with ${code} before it came; last were ${last.join(', ') || 'no messages'}`,
    );
    for (const { reject } of this.#waiting) reject(this.#ended);
    this.#waiting.clear();
  }

  /**
   * The first message, past or to come, that passes the test.
   * @throws when the socket closes before it comes
   */
  next(test: (message: Message) => boolean): Promise<Message> {
    const found = this.all.find(test);
    if (found !== undefined) return Promise.resolve(found);
    const coming = this.#ended
      ? Promise.reject<Message>(this.#ended)
      : new Promise<Message>((resolve, reject) => this.#waiting.add({ test, resolve, reject }));
    // A waiter for something that must not come need not wait to the end.
    coming.catch(() => undefined);
    return coming;
  }
}
