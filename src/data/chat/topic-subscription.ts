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
  #firstUnread: number | null = null;
  /** All missed messages are loaded, and new events arrive over the socket. */
  #isCaughtUp = false;
  /** First subscription or a later one; null before `join`, after a disconnect, and when everything missed is loaded. */
  #catchUpMode: 'first' | 'again' | null = null;

  constructor(topic: () => Topic, history: MessageHistory) {
    this.#topic = topic;
    this.#history = history;
    this.#deletions = new Deletions(topic);
  }

  /** Number of the first unread message at the time of `join`; null if there is none, after a disconnect, and after `catchUp`. */
  get firstUnread(): number | null {
    return this.#firstUnread;
  }

  /** The connection is lost. */
  handleDisconnect(): void {
    this.#firstUnread = null;
    // While missed deletions are not loaded, live ones must not advance the mark, or the missed ones would be skipped.
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
    // Starts at the first gap, because messages may have arrived out of order before the connection broke.
    const { since } = this.#history;
    this.#firstUnread = topic.unread ? (topic.read ?? 0) + 1 : null;
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
   * Fetches missed deletions and the messages between the stored history and the page that `join` received.
   * @throws when a request fails; call it again then
   */
  async catchUp(): Promise<void> {
    if (this.#catchUpMode === null) return;
    if (this.#catchUpMode === 'again') await this.#deletions.catchUp();
    await this.#history.closeGap();
    this.#catchUpMode = null;
    this.#firstUnread = null;
    this.#isCaughtUp = true;
  }
}
