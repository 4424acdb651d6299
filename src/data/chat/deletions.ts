import type { Topic } from 'tinode-sdk';

/** Deletions per answer (A9). */
const PAGE_SIZE = 1_024;

/** Applies deletions that were made while the connection was down (A8, A9). */
export class Deletions {
  readonly #topic: () => Topic;
  /** Number of the last deletion applied here. */
  #appliedId = 0;

  constructor(topic: () => Topic) {
    this.#topic = topic;
  }

  /** Called when the chat is loaded for the first time: its messages already exclude earlier deletions. */
  begin(): void {
    this.#appliedId = this.#topic().clear || 0;
  }

  /** The connection is lost; deletions received over it are applied already. */
  handleDisconnect(): void {
    this.#appliedId = Math.max(this.#appliedId, this.#topic().maxClearId());
  }

  /**
   * Fetches and applies all missed deletions.
   * @throws when a request fails
   */
  async catchUp(): Promise<void> {
    const topic = this.#topic();
    for (;;) {
      const query = topic.startMetaQuery().withDel(this.#appliedId + 1, PAGE_SIZE);
      const { del } = (await topic.getMeta(query.build())) as { del?: { clear?: number } };
      if (!del?.clear || del.clear <= this.#appliedId) return;
      this.#appliedId = del.clear;
    }
  }
}
