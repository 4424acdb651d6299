import type { ServerCtrl, Tinode, Topic } from 'tinode-sdk';
import { HISTORY_PAGE } from './contacts.ts';
import { type GroupMember, type GroupRights, readMembers, rightsIn } from './groups.ts';
import { LOCAL_FROM, MessageReader, type ShownMessage } from './message.ts';
import { Outbox, type Sending } from './outbox.ts';

/** A chat as the page shows it; a new object after every change. */
export interface LineState {
  messages: readonly ShownMessage[];
  /** The first page has come. */
  ready: boolean;
  loading: boolean;
  /** Nothing older is left. */
  atStart: boolean;
  /** Number of the first message that was unread when the chat was opened; null when all was read. */
  firstUnread: number | null;
  /** Highest number in the chat. */
  last: number;
  /** The server lets us write. */
  writable: boolean;
  /** It was not opened: who it is with is gone or out of reach. */
  refused: boolean;
  /** Names of those who take part in a group, by id. */
  members: Readonly<Record<string, string>>;
  /** Who is in a group and what one may do there; null for a chat of two. */
  group: { members: readonly GroupMember[]; rights: GroupRights } | null;
}

const EMPTY: LineState = {
  messages: [],
  ready: false,
  loading: true,
  atStart: false,
  firstUnread: null,
  last: 0,
  writable: true,
  refused: false,
  members: {},
  group: null,
};

/** Least time between two signs of typing, ms (A10). */
const TYPING_PAUSE = 3_000;

/** One chat, open on the page (A7…A10): its messages, and what is done with them. */
export class ChatLine {
  readonly name: string;
  readonly #tinode: Tinode;
  readonly #reader = new MessageReader();
  readonly #outbox: Outbox;
  readonly #listeners = new Set<() => void>();
  #state = EMPTY;
  #attaching: Promise<void> | null = null;
  #wanted = false;
  #pending = false;
  #typedAt = 0;
  /** The page that was asked for with the attachment has come, or will not. */
  #pageDone: () => void = () => undefined;

  constructor(tinode: Tinode, name: string) {
    this.#tinode = tinode;
    this.name = name;
    this.#outbox = new Outbox(
      tinode,
      () => this.#topic,
      () => this.#changed(),
    );
  }

  get #topic(): Topic {
    return this.#tinode.getTopic(this.name);
  }

  get state(): LineState {
    return this.#state;
  }

  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the chat, and again after every break, until `close`. */
  open(): void {
    this.#wanted = true;
    if (this.#tinode.isAuthenticated()) void this.resume();
  }

  /** The page shows another chat. */
  close(): void {
    this.#wanted = false;
    this.#set({ firstUnread: null });
    const topic = this.#topic;
    // What still goes out needs the chat; it is left with the next change.
    if (topic.isSubscribed() && !this.#outbox.busy) topic.leave(false).catch(() => undefined);
  }

  /** After a sign-in: attaches again, fetches what came meanwhile, sends what waits (A15). */
  async resume(): Promise<void> {
    if (!this.#wanted && !this.#outbox.busy) return;
    this.#attaching ??= this.#attach().finally(() => {
      this.#attaching = null;
    });
    await this.#attaching;
  }

  /** The connection is gone: what is shown stays. */
  lost(): void {
    this.#pageDone();
    this.#changed();
  }

  async #attach(): Promise<void> {
    const topic = this.#topic;
    topic.onData = () => this.#changed();
    topic.onInfo = () => this.#changed();
    topic.onMetaDesc = () => this.#changed();
    topic.onSubsUpdated = () => this.#changed();
    // Taken out of a group, or it was deleted.
    topic.onDeleteTopic = () => this.#set({ refused: true, writable: false });
    const page = new Promise<void>((done) => {
      this.#pageDone = done;
    });
    topic.onAllMessagesReceived = () => {
      this.#pageDone();
      this.#set({ loading: false, ready: true });
    };
    try {
      if (!topic.isSubscribed()) {
        const known = highestOf(topic);
        const unread = topic.unread ?? 0;
        const read = topic.read ?? 0;
        const query = topic.startMetaQuery().withLaterDesc().withLaterSub().withLaterData(HISTORY_PAGE);
        const { code } = await topic.subscribe(query.withLaterDel(HISTORY_PAGE).withAux().build());
        // Messages come after the answer, the end of them last.
        if (code < 300) await page;
        if (known > 0) await this.#fill(known);
        if (unread > 0 && this.#state.firstUnread === null) this.#set({ firstUnread: read + 1 });
      }
      this.#set({ refused: false, ready: true, loading: false });
      if (topic.isSubscribed()) this.#outbox.resend();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? Number(error.code) : 0;
      if ([400, 403, 404].includes(code)) this.#set({ refused: true, ready: true, loading: false, writable: false });
    }
  }

  /** After a break: fetches what came meanwhile and did not fit into the first page, down to what was known before. */
  async #fill(known: number): Promise<void> {
    const topic = this.#topic;
    let before = Math.min(topic.maxMsgSeq() + 1, ...seqsOf(topic).filter((seq) => seq > known));
    while (before > known + 1) {
      const query = topic.startMetaQuery().withData(known + 1, before, HISTORY_PAGE);
      const { code, params } = (await topic.getMeta(query.build())) as ServerCtrl;
      const count = Number(params?.count ?? 0);
      if (code === 204 || count === 0) return;
      // Numbers have no gaps but for what was deleted: so many at least are done.
      before -= count;
    }
  }

  /** Fetches the page before the oldest message (CHAT-13). */
  async earlier(): Promise<void> {
    const topic = this.#topic;
    if (this.#state.loading || this.#state.atStart || !topic.isSubscribed()) return;
    this.#set({ loading: true });
    try {
      const answer = await topic.getMeta(topic.startMetaQuery().withEarlierData(HISTORY_PAGE).build());
      // 204: there is nothing older, whatever the numbers say (A9).
      if ((answer as ServerCtrl | undefined)?.code === 204) this.#set({ atStart: true });
    } catch (error) {
      console.info('chat: history did not come', error);
    } finally {
      // Messages are read in a later tick than the answer.
      setTimeout(() => this.#set({ loading: false }), 0);
    }
  }

  /** Fetches history until a message is there. @returns whether it is */
  async reach(seq: number): Promise<boolean> {
    for (let pages = 0; pages < 200 && this.#topic.minMsgSeq() > seq && !this.#state.atStart; pages += 1) {
      const before = this.#topic.minMsgSeq();
      await this.earlier();
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (this.#topic.minMsgSeq() >= before) break;
    }
    return this.#state.messages.some((message) => message.seq === seq);
  }

  /** Tells the others that everything here was read. */
  read(): void {
    const topic = this.#topic;
    const last = topic.maxMsgSeq();
    if (topic.isSubscribed() && last > (topic.read ?? 0)) topic.noteRead(last);
  }

  /** Tells the others that one types, every three seconds at most. */
  typing(): void {
    if (Date.now() - this.#typedAt < TYPING_PAUSE || !this.#topic.isSubscribed()) return;
    this.#typedAt = Date.now();
    this.#topic.noteKeyPress();
  }

  send(sending: Sending): void {
    this.#outbox.send(sending);
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
   * Deletes a message.
   * @param everybody for all who take part, else for oneself
   * @throws when the server refuses or is not there
   */
  async remove(seq: number, everybody: boolean): Promise<void> {
    await this.#topic.delMessages([{ low: seq, hi: seq + 1 }], everybody);
    this.#changed();
  }

  /** Seconds during which a message can be deleted for everybody; 0: always (A2). */
  get deleteAge(): number {
    return Number(this.#tinode.getServerParam('msgDelAge', 0)) || 0;
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
    }, 0);
  }

  #set(change: Partial<LineState>): void {
    const topic = this.#topic;
    const self = this.#tinode.getCurrentUserID();
    const messages = this.#reader.read(topic, self, (message) => this.#outbox.progressOf(message));
    const members: Record<string, string> = {};
    topic.subscribers((member) => {
      if (member.user) members[member.user] = member.public?.fn ?? '';
    });
    const acs = topic.getAccessMode();
    this.#state = {
      ...this.#state,
      messages,
      members,
      group: this.name.startsWith('grp') ? { members: readMembers(topic, self), rights: rightsIn(topic) } : null,
      last: Math.max(topic.maxMsgSeq(), 0),
      atStart: this.#state.atStart || (this.#state.ready && topic.minMsgSeq() <= 1),
      writable: !this.#state.refused && acs?.isWriter?.() !== false,
      ...change,
    };
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Numbers of the messages that are loaded and sent. */
function seqsOf(topic: Topic): number[] {
  const seqs: number[] = [];
  topic.messages(({ seq }) => {
    if (seq < LOCAL_FROM) seqs.push(seq);
  });
  return seqs;
}

const highestOf = (topic: Topic): number => Math.max(0, ...seqsOf(topic));
