import type { Topic } from 'tinode-sdk';
import { HISTORY_PAGE } from './contacts.ts';
import { Deletions } from './deletions.ts';
import { NotAttached } from './failure.ts';
import type { History } from './history.ts';

/** How a chat is attached, and gets what happened while it was not (A7, A9, A15). */
export class Attachment {
  readonly #topic: () => Topic;
  readonly #history: History;
  readonly #deletions: Deletions;
  #unread: number | null = null;
  /** All that happened up to now is here, and what happens is told over the connection. */
  #whole = false;
  /** Attached for the first time, or again; null once what happened meanwhile is all here. */
  #behind: 'first' | 'again' | null = null;

  constructor(topic: () => Topic, history: History) {
    this.#topic = topic;
    this.#history = history;
    this.#deletions = new Deletions(topic);
  }

  /** The first message to be read, as the chat was before it was attached; null for none, and once all is here. */
  get unread(): number | null {
    return this.#unread;
  }

  /** The connection is gone. */
  lost(): void {
    this.#unread = null;
    // What was told over the connection stands above what was still to be fetched.
    if (this.#whole) this.#deletions.lost();
    this.#whole = false;
    this.#behind = null;
    this.#history.lost();
  }

  /** Attaches, and waits for the page that comes with that. @throws NotAttached where the SDK takes it as not attached */
  async join(): Promise<void> {
    const topic = this.#topic();
    this.#whole = false;
    // From what is known on, not from the newest that came: one may have overtaken another before the connection broke.
    const { since } = this.#history;
    this.#unread = topic.unread ? (topic.read ?? 0) + 1 : null;
    const query = topic.startMetaQuery().withLaterDesc().withLaterSub().withAux();
    query.withData(since, undefined, HISTORY_PAGE);
    await topic.subscribe(query.build());
    // Told that it is attached already, the SDK does not take it as attached (A7).
    if (!topic.isSubscribed()) throw new NotAttached();
    // Messages come after the answer, the end of them last.
    await this.#history.paging(since);
    if (!topic.isSubscribed()) return;
    if (since === undefined) this.#deletions.begin();
    this.#behind = since === undefined ? 'first' : 'again';
  }

  /** Fetches what the page has not brought. @throws when it does not come; then it is called again */
  async catchUp(): Promise<void> {
    if (this.#behind === null) return;
    if (this.#behind === 'again') await this.#deletions.catchUp();
    await this.#history.closeGap();
    this.#behind = null;
    this.#unread = null;
    this.#whole = true;
  }
}
