import type { Topic } from 'tinode-sdk';
import { HISTORY_PAGE } from './contacts.ts';
import { Deletions } from './deletions.ts';
import { NotAttached } from './failure.ts';
import type { MessageHistory } from './history.ts';

/** Subscribes to a chat and fetches what happened while it was not subscribed (A7, A9, A15). */
export class TopicSubscription {
  readonly #topic: () => Topic;
  readonly #history: MessageHistory;
  readonly #deletions: Deletions;
  #unread: number | null = null;
  /** All missed messages are loaded, and new events arrive over the socket. */
  #isCaughtUp = false;
  /** First subscription or a later one; null when everything missed is loaded. */
  #catchUpMode: 'first' | 'again' | null = null;

  constructor(topic: () => Topic, history: MessageHistory) {
    this.#topic = topic;
    this.#history = history;
    this.#deletions = new Deletions(topic);
  }

  /** Number of the first unread message when the chat was opened; null when there is none or the gap is filled. */
  get unread(): number | null {
    return this.#unread;
  }

  /** The connection is lost. */
  handleDisconnect(): void {
    this.#unread = null;
    // Deletions received live are newer than missed ones, so they count only when caught up.
    if (this.#isCaughtUp) this.#deletions.handleDisconnect();
    this.#isCaughtUp = false;
    this.#catchUpMode = null;
    this.#history.handleDisconnect();
  }

  /**
   * Subscribes and waits for the page that comes with it.
   * @throws NotAttached when the SDK does not consider the topic attached
   */
  async join(): Promise<void> {
    const topic = this.#topic();
    this.#isCaughtUp = false;
    // Asks from the last gap-free message, not the newest received: messages may arrive out of order before a break.
    const { since } = this.#history;
    this.#unread = topic.unread ? (topic.read ?? 0) + 1 : null;
    const query = topic.startMetaQuery().withLaterDesc().withLaterSub().withAux();
    query.withData(since, undefined, HISTORY_PAGE);
    await topic.subscribe(query.build());
    // On 304 (already subscribed) the SDK leaves the topic unsubscribed (A7).
    if (!topic.isSubscribed()) throw new NotAttached();
    // The messages follow the subscribe reply, then an end mark.
    await this.#history.expectPage(since);
    if (!topic.isSubscribed()) return;
    if (since === undefined) this.#deletions.begin();
    this.#catchUpMode = since === undefined ? 'first' : 'again';
  }

  /**
   * Fetches what the page did not contain.
   * @throws when a request fails; call it again then
   */
  async catchUp(): Promise<void> {
    if (this.#catchUpMode === null) return;
    if (this.#catchUpMode === 'again') await this.#deletions.catchUp();
    await this.#history.closeGap();
    this.#catchUpMode = null;
    this.#unread = null;
    this.#isCaughtUp = true;
  }
}
