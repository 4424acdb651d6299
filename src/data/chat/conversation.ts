import type { Tinode, Topic } from 'tinode-sdk';
import { currentTime } from '#resources/clock.ts';
import { BYTES } from '#resources/limits.ts';
import { createListeners } from '../listeners.ts';
import { type ConversationState, EMPTY_CONVERSATION } from './conversation-state.ts';
import { addJitter, chatErrorCode, NotAttached } from './failure.ts';
import { memberNames, readGroupRights, readMembers } from './groups.ts';
import { MessageHistory } from './history.ts';
import { eachMessage, LOCAL_FROM, MessageReader } from './message.ts';
import { Outbox, type OutgoingMessage } from './outbox.ts';
import { Receipts } from './receipts.ts';
import { TopicSubscription } from './topic-subscription.ts';
import type { UnsentMessage } from './unsent-messages.ts';

/** Minimum interval between typing signals, ms (A10). */
const TYPING_INTERVAL_MS = 3_000;
/** Delay before attaching again after a server error, ms; doubled each time. */
const RETRY_DELAY = { first: 1_000, max: 30_000 } as const;

/** Maximum number of history pages searched for a message that another page left unsent. */
const MAX_SEARCHED_PAGES = 20;
/** Assumed maximum difference between this clock and that of the server, ms. */
const MAX_CLOCK_DIFFERENCE_MS = 300_000;

/** One chat (A7…A10): its messages and the actions on them. */
export class Conversation {
  readonly name: string;
  readonly #tinode: Tinode;
  readonly #reader = new MessageReader();
  readonly #outbox: Outbox;
  readonly #history = new MessageHistory(() => this.#topic);
  readonly #subscription = new TopicSubscription(() => this.#topic, this.#history);
  readonly #onError: (error: unknown) => void;
  readonly #listeners = createListeners();
  #state = EMPTY_CONVERSATION;
  #attaching: Promise<void> | null = null;
  #leaving: Promise<unknown> | null = null;
  #isOpen = false;
  #isUpdateScheduled = false;
  #typedAt = 0;
  #retryDelay: number = RETRY_DELAY.first;
  #retryTimer?: ReturnType<typeof setTimeout>;
  readonly #receipts = new Receipts();

  /** @param onError called with errors that may mean that the connection is dead */
  constructor(tinode: Tinode, name: string, onError: (error: unknown) => void) {
    this.#tinode = tinode;
    this.name = name;
    this.#onError = onError;
    const scheduleUpdate = () => this.#scheduleUpdate();
    this.#outbox = new Outbox(tinode, () => this.#topic, scheduleUpdate);
  }

  get state(): ConversationState {
    return this.#state;
  }

  get #topic(): Topic {
    return this.#tinode.getTopic(this.name);
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Attaches the chat, and again after every reconnect, until `close`. */
  open(): void {
    this.#isOpen = true;
    if (this.#tinode.isAuthenticated()) void this.resume();
  }

  /** Called when the page shows another chat. */
  close(): void {
    this.#isOpen = false;
    this.#history.showLatest();
    this.#update({ firstUnread: null });
    this.#leaveIfUnused();
  }

  /** Detaches a chat that is no longer shown, once its outbox is empty. */
  #leaveIfUnused(): void {
    const topic = this.#topic;
    if (this.#isOpen || this.#leaving || !topic.isSubscribed() || this.#outbox.busy) return;
    this.#leaving = topic
      .leave(false)
      .catch(() => undefined)
      .then(() => this.#scheduleUpdate());
    // The unread mark may have been set again after the chat was closed.
    this.#update({ firstUnread: null });
  }

  /** Called after a sign-in: attaches again, fetches missed messages and sends waiting ones (A15). */
  async resume(): Promise<void> {
    if (!this.#isOpen && !this.#outbox.busy) return;
    // Wait for the attach that was running when the chat was left; its result is dropped.
    if (this.#leaving) await this.#attaching;
    this.#attaching ??= this.#attach().finally(() => {
      this.#attaching = null;
      this.#leaveIfUnused();
    });
    await this.#attaching;
  }

  /** The connection is lost; shown messages stay. */
  handleDisconnect(): void {
    clearTimeout(this.#retryTimer);
    this.#subscription.handleDisconnect();
    this.#scheduleUpdate();
  }

  async #attach(): Promise<void> {
    const topic = this.#topic;
    topic.onData = (message) => {
      if (message && message.seq < LOCAL_FROM) this.#history.addReceived(message.seq);
      this.#scheduleUpdate();
    };
    topic.onMetaSub = (member) => this.#receipts.record(member.user ?? '', member);
    topic.onInfo = ({ from, what, seq }) => {
      if (what === 'recv' || what === 'read') this.#receipts.record(from, { [what]: seq ?? 0 });
      this.#scheduleUpdate();
    };
    topic.onMeta = ({ desc }) => this.#history.noteLatest(desc?.seq);
    topic.onMetaDesc = () => this.#scheduleUpdate();
    topic.onSubsUpdated = () => this.#scheduleUpdate();
    // The person was removed from the group, or the group was deleted.
    topic.onDeleteTopic = () => this.#update({ refused: true, writable: false });
    topic.onAllMessagesReceived = () => {
      this.#history.completePage();
      // Set together with the messages, because the list starts at the first unread one.
      const firstUnread = this.#state.firstUnread ?? this.#subscription.firstUnread;
      this.#update({ loading: false, ready: true, firstUnread });
    };
    clearTimeout(this.#retryTimer);
    // Until the leave is answered the SDK considers the chat attached.
    await this.#leaving;
    this.#leaving = null;
    try {
      if (!topic.isSubscribed()) {
        this.#outbox.hold();
        await this.#subscription.join();
      }
      await this.#subscription.catchUp();
      if (!topic.isSubscribed()) return;
      this.#retryDelay = RETRY_DELAY.first;
      await this.#loadBackToLeftMessages();
      if (!topic.isSubscribed()) return;
      this.#update({ refused: false, ready: true, loading: false });
      this.#outbox.join();
      this.#receipts.resend(topic);
    } catch (error) {
      this.#handleAttachError(error);
    }
  }

  #handleAttachError(error: unknown): void {
    const code = chatErrorCode(error);
    if ([400, 403, 404].includes(code)) {
      this.#update({ refused: true, ready: true, loading: false, writable: false });
      return;
    }
    // The connection broke: the next one attaches again.
    if (!this.#tinode.isAuthenticated()) return;
    // The server may consider the chat attached or not, so the connection has to be checked.
    if (code < 500 || code === 504) {
      this.#onError(code === 504 ? new NotAttached() : error);
      return;
    }
    this.#retryTimer = setTimeout(() => void this.resume(), addJitter(this.#retryDelay));
    this.#retryDelay = Math.min(this.#retryDelay * 2, RETRY_DELAY.max);
  }

  /** Fetches the page before the oldest shown message (CHAT-13). */
  loadEarlier(): Promise<void> {
    return this.#state.atStart ? Promise.resolve() : this.#fetchPage(() => this.#history.loadEarlier());
  }

  /** Fetches the page after the newest shown message, after a jump to an old one. */
  loadLater(): Promise<void> {
    return this.#state.atEnd ? Promise.resolve() : this.#fetchPage(() => this.#history.loadLater());
  }

  async #fetchPage(fetch: () => Promise<void>): Promise<void> {
    if (this.#state.loading || !this.#topic.isSubscribed()) return;
    await this.#load(fetch);
  }

  async #load(fetch: () => Promise<void>): Promise<void> {
    this.#update({ loading: true });
    try {
      await fetch();
    } catch (error) {
      console.info('chat: history did not come', error);
      this.#onError(error);
    } finally {
      this.#update({ loading: false });
    }
  }

  /**
   * Shows the part of the history around a message, fetching it if necessary; waits until the chat is attached.
   * @returns whether the message was found
   */
  async showMessage(seq: number): Promise<boolean> {
    await (this.#leaving ? this.resume() : this.#attaching);
    if (this.#topic.isSubscribed()) await this.#load(() => this.#history.showMessage(seq));
    return this.#state.messages.some((message) => message.seq === seq);
  }

  /** Goes back to the newest messages. */
  showLatest(): void {
    this.#history.showLatest();
    this.#update({});
  }

  /** Sends a read receipt for all messages. */
  read(): void {
    const topic = this.#topic;
    const last = topic.maxMsgSeq();
    this.#receipts.markRead(last);
    if (topic.isSubscribed() && this.#tinode.isConnected() && last > (topic.read ?? 0)) topic.noteRead(last);
  }

  /** Sends a typing signal, at most every three seconds. */
  sendTyping(): void {
    if (currentTime() - this.#typedAt < TYPING_INTERVAL_MS || !this.#topic.isSubscribed()) return;
    this.#typedAt = currentTime();
    this.#topic.noteKeyPress();
  }

  send(sending: OutgoingMessage): void {
    if (!sending.edits) this.#history.showLatest();
    this.#outbox.send(sending);
  }

  /** Takes over messages that another page has left unsent. */
  async takeOver(messages: readonly UnsentMessage[]): Promise<void> {
    await this.#outbox.takeOver(messages);
    await this.resume();
  }

  /** Whether closing the page would lose unsent messages. */
  get isLosing(): boolean {
    return this.#outbox.isLosing;
  }

  /**
   * Messages left by another page may have been sent without an answer, so the history is loaded back to the time they were
   * written: not every server detects duplicates by message id.
   */
  async #loadBackToLeftMessages(): Promise<void> {
    const { leftAt } = this.#outbox;
    if (leftAt === null) return;
    const isReached = () => {
      let oldest = Number.POSITIVE_INFINITY;
      eachMessage(this.#topic, ({ seq, ts }) => {
        if (seq < LOCAL_FROM) oldest = Math.min(oldest, ts.getTime());
      });
      return this.#history.atStart || oldest <= leftAt - MAX_CLOCK_DIFFERENCE_MS;
    };
    try {
      for (let page = 0; page < MAX_SEARCHED_PAGES && !isReached(); page += 1) await this.#history.loadEarlier();
    } catch (error) {
      console.info('chat: no earlier messages to compare with', error);
    }
    if (!isReached()) this.#outbox.holdLeftMessages();
  }

  /** Sends a failed message again. */
  retry(seq: number): void {
    this.#outbox.retry(seq);
  }

  /** Cancels an unsent message and its upload. */
  cancel(seq: number): void {
    this.#outbox.cancel(seq);
  }

  /**
   * Deletes a message and its edits.
   * @param everybody true: for all members; false: only for the person
   * @throws when the server refuses or cannot be reached
   */
  async remove(seq: number, everybody: boolean): Promise<void> {
    const seqs = [seq];
    this.#topic.messageVersions(seq, (edit) => {
      seqs.push(edit.seq);
    });
    // Each range needs `hi`, otherwise the SDK counts wrongly (A8).
    const ranges = [...new Set(seqs)].map((low) => ({ low, hi: low + 1 }));
    await this.#topic.delMessages(ranges, everybody);
    this.#scheduleUpdate();
  }

  /** Time during which a message can be deleted for everybody, s; 0: no limit (A2). */
  get deleteAge(): number {
    return Number(this.#tinode.getServerParam('msgDelAge', 0)) || 0;
  }

  /** Maximum size of an upload request in bytes, as set by the server (A13). */
  get uploadLimit(): number {
    return Number(this.#tinode.getServerParam('maxFileUploadSize', BYTES.chatFile)) || BYTES.chatFile;
  }

  /** Whether the person may delete messages for everybody (A8). */
  get mayDeleteForAll(): boolean {
    return this.#topic.getAccessMode()?.isDeleter?.() === true;
  }

  #scheduleUpdate(): void {
    if (this.#isUpdateScheduled) return;
    this.#isUpdateScheduled = true;
    setTimeout(() => {
      this.#isUpdateScheduled = false;
      this.#update({});
      this.#leaveIfUnused();
    }, 0);
  }

  #update(change: Partial<ConversationState>): void {
    const topic = this.#topic;
    const self = this.#tinode.getCurrentUserID();
    this.#receipts.applyTo(topic, self);
    const messages = this.#reader
      .read(topic, self, (message) => this.#outbox.progressOf(message))
      .filter(({ seq }) => seq >= LOCAL_FROM || this.#history.isShown(seq));
    const acs = topic.getAccessMode();
    this.#state = {
      ...this.#state,
      messages,
      members: memberNames(topic, this.#state.members),
      group: this.name.startsWith('grp') ? { members: readMembers(topic, self), rights: readGroupRights(topic) } : null,
      last: Math.max(topic.maxMsgSeq(), 0),
      atStart: this.#history.atStart,
      atEnd: this.#history.atEnd,
      attached: topic.isSubscribed(),
      // Until the server has sent the rights they are empty, which does not mean that writing is forbidden.
      writable: !this.#state.refused && !(acs?.getMode?.() && !acs.isWriter()),
      ...change,
    };
    this.#listeners.notify();
  }
}
