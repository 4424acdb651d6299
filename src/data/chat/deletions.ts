import type { Topic } from 'tinode-sdk';

/** Deletions of one answer (A9). */
const PAGE = 1_024;

/** Deletions that were made in a chat while its connection was gone (A8, A9). */
export class Deletions {
  readonly #topic: () => Topic;
  /** Up to this number they are done here. */
  #done = 0;

  constructor(topic: () => Topic) {
    this.#topic = topic;
  }

  /** The chat is loaded for the first time: nothing that comes was deleted before. */
  begin(): void {
    this.#done = this.#topic().clear || 0;
  }

  /** The connection is gone; what was told over it is done. */
  lost(): void {
    this.#done = Math.max(this.#done, this.#topic().maxClearId());
  }

  /** Does what was deleted meanwhile, all of it. @throws when it does not come */
  async catchUp(): Promise<void> {
    const topic = this.#topic();
    for (;;) {
      const query = topic.startMetaQuery().withDel(this.#done + 1, PAGE);
      const { del } = (await topic.getMeta(query.build())) as { del?: { clear?: number } };
      if (!del?.clear || del.clear <= this.#done) return;
      this.#done = del.clear;
    }
  }
}
