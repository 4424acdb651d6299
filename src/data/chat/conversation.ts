import type { Tinode, Topic } from 'tinode-sdk';
import { currentTime } from '#resources/clock.ts';
import { BYTES } from '#resources/limits.ts';
import { createListeners } from '../listeners.ts';
import { type ConversationState, EMPTY_CONVERSATION } from './conversation-state.ts';
import { chatErrorCode, NotAttached, spread } from './failure.ts';
import { namesIn, readMembers, rightsIn } from './groups.ts';
import { History } from './history.ts';
import type { KeptMessage } from './kept-messages.ts';
import { eachMessage, LOCAL_FROM, MessageReader } from './message.ts';
import { Outbox, type Sending } from './outbox.ts';
import { Ticks } from './ticks.ts';
import { TopicSubscription } from './topic-subscription.ts';

/** Least time between two signs of typing, ms (A10). */
const TYPING_PAUSE = 3_000;
/** Before a chat that the server could not open is asked for again, ms; doubled at each further try. */
const AGAIN = { first: 1_000, longest: 30_000 } as const;

/** Most pages of history in which a message of a page before is looked for. */
const LOOKED_BACK = 20;
/** This clock and the server's may differ by so much, ms. */
const CLOCKS_APART = 300_000;

/** One chat, open on the page (A7…A10): its messages, and what is done with them. */
export class Conversation {
  readonly name: string;
  readonly #tinode: Tinode;
  readonly #reader = new MessageReader();
  readonly #outbox: Outbox;
  readonly #history = new History(() => this.#topic);
  readonly #subscription = new TopicSubscription(() => this.#topic, this.#history);
  readonly #trouble: (error: unknown) => void;
  readonly #listeners = createListeners();
  #state = EMPTY_CONVERSATION;
  #attaching: Promise<void> | null = null;
  #leaving: Promise<unknown> | null = null;
  #wanted = false;
  #pending = false;
  #typedAt = 0;
  #pause: number = AGAIN.first;
  #timer?: ReturnType<typeof setTimeout>;
  readonly #ticks = new Ticks();

  /** @param trouble told of what may mean that the connection itself is dead */
  constructor(tinode: Tinode, name: string, trouble: (error: unknown) => void) {
    this.#tinode = tinode;
    this.name = name;
    this.#trouble = trouble;
    const changed = () => this.#changed();
    this.#outbox = new Outbox(tinode, () => this.#topic, changed);
  }

  get state(): ConversationState {
    return this.#state;
  }

  get #topic(): Topic {
    return this.#tinode.getTopic(this.name);
  }

  follow(listener: () => void): () => void {
    return this.#listeners.follow(listener);
  }

  /** Opens the chat, and again after every break, until `close`. */
  open(): void {
    this.#wanted = true;
    if (this.#tinode.isAuthenticated()) void this.resume();
  }

  /** The page shows another chat. */
  close(): void {
    this.#wanted = false;
    this.#history.latest();
    this.#set({ firstUnread: null });
    this.#leave();
  }

  /** Lets a chat go that the page shows no more; what still goes out needs it, and it goes once that is through. */
  #leave(): void {
    const topic = this.#topic;
    if (this.#wanted || this.#leaving || !topic.isSubscribed() || this.#outbox.busy) return;
    this.#leaving = topic
      .leave(false)
      .catch(() => undefined)
      .then(() => this.#changed());
    // It may have been told after the chat was closed.
    this.#set({ firstUnread: null });
  }

  /** After a sign-in: attaches again, fetches what came meanwhile, sends what waits (A15). */
  async resume(): Promise<void> {
    if (!this.#wanted && !this.#outbox.busy) return;
    // Work that was under way when the chat was left is dropped.
    if (this.#leaving) await this.#attaching;
    this.#attaching ??= this.#attach().finally(() => {
      this.#attaching = null;
      this.#leave();
    });
    await this.#attaching;
  }

  /** The connection is gone: what is shown stays. */
  lost(): void {
    clearTimeout(this.#timer);
    this.#subscription.lost();
    this.#changed();
  }

  async #attach(): Promise<void> {
    const topic = this.#topic;
    topic.onData = (message) => {
      if (message && message.seq < LOCAL_FROM) this.#history.came(message.seq);
      this.#changed();
    };
    topic.onMetaSub = (member) => this.#ticks.told(member.user ?? '', member);
    topic.onInfo = ({ from, what, seq }) => {
      if (what === 'recv' || what === 'read') this.#ticks.told(from, { [what]: seq ?? 0 });
      this.#changed();
    };
    topic.onMeta = ({ desc }) => this.#history.told(desc?.seq);
    topic.onMetaDesc = () => this.#changed();
    topic.onSubsUpdated = () => this.#changed();
    // Taken out of a group, or it was deleted.
    topic.onDeleteTopic = () => this.#set({ refused: true, writable: false });
    topic.onAllMessagesReceived = () => {
      this.#history.paged();
      // With the messages, not after them: the list begins there.
      const firstUnread = this.#state.firstUnread ?? this.#subscription.unread;
      this.#set({ loading: false, ready: true, firstUnread });
    };
    clearTimeout(this.#timer);
    // Until that is answered the SDK takes the chat as attached.
    await this.#leaving;
    this.#leaving = null;
    try {
      if (!topic.isSubscribed()) {
        this.#outbox.hold();
        await this.#subscription.join();
      }
      await this.#subscription.catchUp();
      if (!topic.isSubscribed()) return;
      this.#pause = AGAIN.first;
      await this.#lookBack();
      if (!topic.isSubscribed()) return;
      this.#set({ refused: false, ready: true, loading: false });
      this.#outbox.join();
      this.#ticks.again(topic);
    } catch (error) {
      this.#notAttached(error);
    }
  }

  #notAttached(error: unknown): void {
    const code = chatErrorCode(error);
    if ([400, 403, 404].includes(code)) {
      this.#set({ refused: true, ready: true, loading: false, writable: false });
      return;
    }
    // The connection broke: the next one begins anew.
    if (!this.#tinode.isAuthenticated()) return;
    // It is unknown whether the server has it attached.
    if (code < 500 || code === 504) {
      this.#trouble(code === 504 ? new NotAttached() : error);
      return;
    }
    this.#timer = setTimeout(() => void this.resume(), spread(this.#pause));
    this.#pause = Math.min(this.#pause * 2, AGAIN.longest);
  }

  /** Fetches the page before the oldest message that is shown (CHAT-13). */
  earlier(): Promise<void> {
    return this.#state.atStart ? Promise.resolve() : this.#page(() => this.#history.earlier());
  }

  /** Fetches the page after the newest message that is shown, after a jump to an old one. */
  later(): Promise<void> {
    return this.#state.atEnd ? Promise.resolve() : this.#page(() => this.#history.later());
  }

  async #page(fetch: () => Promise<void>): Promise<void> {
    if (this.#state.loading || !this.#topic.isSubscribed()) return;
    await this.#load(fetch);
  }

  async #load(fetch: () => Promise<void>): Promise<void> {
    this.#set({ loading: true });
    try {
      await fetch();
    } catch (error) {
      console.info('chat: history did not come', error);
      this.#trouble(error);
    } finally {
      this.#set({ loading: false });
    }
  }

  /** Shows the part of the history that a message is in, once attached, fetching it where need be. @returns whether it is there */
  async reach(seq: number): Promise<boolean> {
    await (this.#leaving ? this.resume() : this.#attaching);
    if (this.#topic.isSubscribed()) await this.#load(() => this.#history.reach(seq));
    return this.#state.messages.some((message) => message.seq === seq);
  }

  /** Shows the newest messages again. */
  latest(): void {
    this.#history.latest();
    this.#set({});
  }

  /** Tells the others that everything here was read. */
  read(): void {
    const topic = this.#topic;
    const last = topic.maxMsgSeq();
    this.#ticks.reads(last);
    if (topic.isSubscribed() && this.#tinode.isConnected() && last > (topic.read ?? 0)) topic.noteRead(last);
  }

  /** Tells the others that one types, every three seconds at most. */
  typing(): void {
    if (currentTime() - this.#typedAt < TYPING_PAUSE || !this.#topic.isSubscribed()) return;
    this.#typedAt = currentTime();
    this.#topic.noteKeyPress();
  }

  send(sending: Sending): void {
    if (!sending.edits) this.#history.latest();
    this.#outbox.send(sending);
  }

  /** Takes over what another page has left unsent. */
  async take(messages: readonly KeptMessage[]): Promise<void> {
    await this.#outbox.take(messages);
    await this.resume();
  }

  /** Something that is not sent would be lost with the page. */
  get isLosing(): boolean {
    return this.#outbox.isLosing;
  }

  /**
   * Messages left by another page may have been sent all the same, without an answer: the history is searched back to when they
   * were written, since not every server knows a message by its sender's id.
   */
  async #lookBack(): Promise<void> {
    const { leftAt } = this.#outbox;
    if (leftAt === null) return;
    const isReached = () => {
      let oldest = Number.POSITIVE_INFINITY;
      eachMessage(this.#topic, ({ seq, ts }) => {
        if (seq < LOCAL_FROM) oldest = Math.min(oldest, ts.getTime());
      });
      return this.#history.atStart || oldest <= leftAt - CLOCKS_APART;
    };
    try {
      for (let page = 0; page < LOOKED_BACK && !isReached(); page += 1) await this.#history.earlier();
    } catch (error) {
      console.info('chat: no earlier messages to compare with', error);
    }
    if (!isReached()) this.#outbox.holdLeftMessages();
  }

  /** Sends a failed message again. */
  retry(seq: number): void {
    this.#outbox.retry(seq);
  }

  /** Takes a message that is not sent yet back, its upload with it. */
  cancel(seq: number): void {
    this.#outbox.cancel(seq);
  }

  /**
   * Deletes a message with its edits.
   * @param everybody for all members, else for oneself
   * @throws when the server refuses or is not there
   */
  async remove(seq: number, everybody: boolean): Promise<void> {
    const numbers = [seq];
    this.#topic.messageVersions(seq, (edit) => {
      numbers.push(edit.seq);
    });
    // With `hi` each: the SDK loses count without it (A8).
    const ranges = [...new Set(numbers)].map((low) => ({ low, hi: low + 1 }));
    await this.#topic.delMessages(ranges, everybody);
    this.#changed();
  }

  /** Seconds during which a message can be deleted for everybody; 0: always (A2). */
  get deleteAge(): number {
    return Number(this.#tinode.getServerParam('msgDelAge', 0)) || 0;
  }

  /** Most bytes of an upload with all that goes with it (A13), as the server says. */
  get uploadLimit(): number {
    return Number(this.#tinode.getServerParam('maxFileUploadSize', BYTES.chatFile)) || BYTES.chatFile;
  }

  /** Whether the server lets us delete for everybody (A8). */
  get mayDeleteForAll(): boolean {
    return this.#topic.getAccessMode()?.isDeleter?.() === true;
  }

  #changed(): void {
    if (this.#pending) return;
    this.#pending = true;
    setTimeout(() => {
      this.#pending = false;
      this.#set({});
      this.#leave();
    }, 0);
  }

  #set(change: Partial<ConversationState>): void {
    const topic = this.#topic;
    const self = this.#tinode.getCurrentUserID();
    this.#ticks.raise(topic, self);
    const messages = this.#reader
      .read(topic, self, (message) => this.#outbox.progressOf(message))
      .filter(({ seq }) => seq >= LOCAL_FROM || this.#history.shows(seq));
    const acs = topic.getAccessMode();
    this.#state = {
      ...this.#state,
      messages,
      members: namesIn(topic, this.#state.members),
      group: this.name.startsWith('grp') ? { members: readMembers(topic, self), rights: rightsIn(topic) } : null,
      last: Math.max(topic.maxMsgSeq(), 0),
      atStart: this.#history.atStart,
      atEnd: this.#history.atEnd,
      attached: topic.isSubscribed(),
      // Until the server has told them, one's rights are empty, not refused.
      writable: !this.#state.refused && !(acs?.getMode?.() && !acs.isWriter()),
      ...change,
    };
    this.#listeners.tell();
  }
}
