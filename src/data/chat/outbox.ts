import type { ChatMessage, LargeFileHelper, Tinode, Topic } from 'tinode-sdk';
import { currentTime } from '#resources/clock.ts';
import { MESSAGE_ID } from '#resources/rules/chat/tags.ts';
import { randomId } from '../random-id.ts';
import { forgetMessage, type KeptMessage, keepMessage } from './kept-messages.ts';
import { fileContent, type MadeContent, pictureContent, withAddress } from './made-content.ts';
import { eachMessage, LOCAL_FROM } from './message.ts';
import { editedContent, type QuotedMessage, replyContent } from './reply-content.ts';
import { isPicture } from './safe-address.ts';

/** An upload of which nothing goes out for so long is given up, ms: it is begun again when the chat is back. */
const STALLED = 30_000;

/** A message to send. */
export interface Sending {
  text: string;
  /** One message for each; the text goes with the first. */
  file?: File;
  reply?: QuotedMessage;
  /** Number of one's own message that this one edits. */
  edits?: number;
}

/** Keeps unsent messages longer than the page lives. */
type Store = { keep: typeof keepMessage; forget: typeof forgetMessage };

interface Upload {
  file: File;
  helper: LargeFileHelper | null;
  share: number;
  made: MadeContent;
  /** The server has the file; the message that leads to it is still to go out. */
  isThere: boolean;
}

/** The outbox of one chat: messages, uploads with their progress, retries (A8, A13). */
export class Outbox {
  readonly #tinode: Tinode;
  readonly #topic: () => Topic;
  readonly #changed: () => void;
  readonly #uploads = new Map<ChatMessage, Upload>();
  /** Edits that are not with the server: the SDK does not name them among what waits. */
  readonly #edits = new Set<ChatMessage>();
  /** Messages that wait, each with whether the browser keeps it. */
  readonly #kept = new Map<ChatMessage, { stored: KeptMessage; isKept: boolean; done: Promise<boolean> }>();
  readonly #store: Store;
  #order = 0;
  /** When those messages were written that another page has left. */
  readonly #left = new Map<ChatMessage, number>();
  /** Counts the times the chat was joined. */
  #joined = 0;
  /** Waiting messages have gone out: new ones may follow. */
  #open = false;
  /** Pictures that are still measured before they are uploaded. */
  #measuring = 0;

  constructor(
    tinode: Tinode,
    topic: () => Topic,
    onChange: () => void,
    store: Store = { keep: keepMessage, forget: forgetMessage },
  ) {
    this.#store = store;
    this.#tinode = tinode;
    this.#topic = topic;
    this.#changed = onChange;
  }

  /** Something is still under way. */
  get busy(): boolean {
    let waiting = this.#measuring > 0 || this.#uploads.size > 0 || this.#edits.size > 0;
    this.#topic().queuedMessages(() => {
      waiting = true;
    });
    return waiting;
  }

  /** Something would be lost with the page. */
  get isLosing(): boolean {
    return this.#measuring > 0 || [...this.#kept.values()].some(({ isKept }) => !isKept);
  }

  /** When the oldest of the messages left by another page was written; null for none. */
  get leftAt(): number | null {
    return this.#left.size ? Math.min(...this.#left.values()) : null;
  }

  /** Share of the upload of a message; null when there is none under way. */
  progressOf(message: ChatMessage): number | null {
    const upload = this.#uploads.get(message);
    return upload?.helper ? upload.share : null;
  }

  send({ text, file, reply, edits }: Sending): void {
    const message = this.#topic().createMessage('', true);
    // Sent again after a broken connection, it is the same message (A15).
    const head: Record<string, unknown> = { [MESSAGE_ID]: randomId(12) };
    if (edits) {
      this.#edit(message, edits, text, head);
      return;
    }
    if (reply) head.reply = String(reply.seq);
    if (file) {
      void this.#sendFile(message, file, text, head);
      return;
    }
    message.content = reply ? replyContent(reply, text) : text;
    this.#keep(message, head, text);
    this.#publish(message, head);
  }

  /** Takes over unsent messages of a closed tab; what was not refused goes out once the chat is joined, if it is not there already. */
  async take(messages: readonly KeptMessage[]): Promise<void> {
    for (const keptMessage of messages) {
      const { at, head, content, file, text } = keptMessage;
      const message = this.#topic().createMessage('', true);
      this.#kept.set(message, { stored: keptMessage, isKept: true, done: Promise.resolve(true) });
      this.#left.set(message, at);
      if (head.replace) this.#edits.add(message);
      if (file) {
        const made = await this.#made(file, text);
        this.#uploads.set(message, { file, helper: null, share: 0, made, isThere: false });
        message.content = made.content;
      } else message.content = content;
      message.head = { ...head };
      this.#hand(message, Promise.reject(new Error('The chat is not joined')), true);
      if (keptMessage.isRefused) message._fatal = true;
    }
  }

  /** Messages left by another page may have arrived already, further back than the history was searched: they wait to be sent by hand. */
  holdLeftMessages(): void {
    for (const message of this.#left.keys()) message._fatal = true;
    this.#left.clear();
  }

  #keep(message: ChatMessage, head: Readonly<Record<string, unknown>>, text: string, file?: File): void {
    const { topic = '', content } = message;
    this.#order += 1;
    const keptMessage: KeptMessage = {
      topic,
      id: String(head[MESSAGE_ID]),
      self: this.#tinode.getCurrentUserID() ?? '',
      at: currentTime(),
      order: this.#order,
      head,
      content: file ? null : content,
      ...(file ? { file } : {}),
      text,
    };
    const writing = this.#store.keep(keptMessage);
    const entry = { stored: keptMessage, isKept: false, done: writing };
    this.#kept.set(message, entry);
    void writing.then((isKept) => {
      entry.isKept = isKept;
    });
  }

  /** An edited reply stays a reply: it keeps its quote and leads to the message that it replies to. */
  #edit(message: ChatMessage, seq: number, text: string, head: Record<string, unknown>): void {
    const first = this.#topic().findMessage(seq);
    const before = this.#topic().latestMsgVersion(seq) ?? first;
    head.replace = `:${seq}`;
    const reply = before?.head?.reply ?? first?.head?.reply;
    if (reply) head.reply = reply;
    message.content = editedContent(before?.content, text);
    this.#edits.add(message);
    this.#keep(message, head, text);
    this.#publish(message, head);
  }

  /** The chat is being joined: what is written meanwhile waits behind what waits already. */
  hold(): void {
    this.#open = false;
  }

  /** The chat is joined anew: what waits goes out, in the order in which it was written. */
  join(): void {
    this.#joined += 1;
    this.#open = true;
    this.#resend();
  }

  /** Sends again what waits or has failed by a broken connection; what the server took before it broke is there already. */
  #resend(): void {
    const topic = this.#topic();
    const serverIds = new Set<unknown>();
    eachMessage(topic, (message) => {
      if (message.seq < LOCAL_FROM && message.head?.[MESSAGE_ID]) serverIds.add(message.head[MESSAGE_ID]);
    });
    const queued = [...this.#edits];
    topic.queuedMessages((message) => queued.push(message));
    // Publishing a queued message again adds no copy: the SDK knows it already.
    for (const message of queued.sort((one, other) => one.seq - other.seq)) {
      // Still on its way over this connection: its answer is to come.
      if (message._sending || this.#uploads.get(message)?.helper) continue;
      if (serverIds.has(message.head?.[MESSAGE_ID])) this.cancel(message.seq);
      else if (!message._fatal) this.#again(message);
    }
  }

  retry(seq: number): void {
    const message = this.#topic().findMessage(seq);
    // The chat may have been joined just before the press, and has sent it again by itself.
    if (message?._failed) this.#again(message);
  }

  cancel(seq: number): void {
    const message = this.#topic().findMessage(seq);
    if (!message) return;
    const upload = this.#uploads.get(message);
    upload?.helper?.cancel();
    this.#forget(message);
    this.#topic().cancelSend(seq);
    this.#changed();
  }

  #again(message: ChatMessage): void {
    const upload = this.#uploads.get(message);
    message._failed = false;
    message._fatal = false;
    if (upload && !upload.isThere) this.#upload(message, upload);
    else this.#publish(message, message.head ?? {});
  }

  #publish(message: ChatMessage, head: Readonly<Record<string, unknown>>): void {
    const mime = typeof message.content === 'string' ? {} : { mime: 'text/x-drafty' };
    if (Object.keys({ ...head, ...mime }).length) message.head = { ...head, ...mime };
    this.#hand(message, this.#open ? Promise.resolve() : Promise.reject(new Error('The chat is not joined')));
  }

  /** Hands a message to the SDK, which sends it once `turn` has come and keeps it as failed where that rejects. */
  #hand(message: ChatMessage, turn: Promise<unknown>, isTaken = false): void {
    const self = this.#tinode.getCurrentUserID();
    // The SDK names the author once, when it first sees the message: before the sign-in there is no name to give.
    if (self) message.from = self;
    this.#settle(message, this.#topic().publishDraft(message, turn), isTaken);
  }

  async #sendFile(message: ChatMessage, file: File, text: string, head: Record<string, unknown>): Promise<void> {
    message.head = { ...head, mime: 'text/x-drafty' };
    this.#keep(message, message.head, text, file);
    const made = await this.#made(file, text);
    message.content = made.content;
    this.#upload(message, { file, helper: null, share: 0, made, isThere: false });
  }

  async #made(file: File, text: string): Promise<MadeContent> {
    this.#measuring += 1;
    try {
      return isPicture(file.type) ? await pictureContent(file, text) : fileContent(file, text);
    } finally {
      this.#measuring -= 1;
    }
  }

  #upload(message: ChatMessage, upload: Upload): void {
    this.#uploads.set(message, upload);
    // The server refuses a file without the token of a sign-in, and a refused message is not sent again by itself.
    if (!this.#open && !this.#tinode.getAuthToken()) {
      this.#hand(message, Promise.reject(new Error('The chat is not signed in')));
      return;
    }
    const helper = this.#tinode.getLargeFileHelper();
    upload.helper = helper;
    upload.share = 0;
    let stalled = setTimeout(() => helper.cancel(), STALLED);
    const uploading = helper
      .upload(upload.file, null, (share) => {
        clearTimeout(stalled);
        stalled = setTimeout(() => helper.cancel(), STALLED);
        upload.share = share;
        this.#changed();
      })
      .finally(() => clearTimeout(stalled))
      .then((address) => {
        message.content = withAddress(upload.made.content, address);
        upload.helper = null;
        upload.isThere = true;
        this.#changed();
      })
      .catch((error: unknown) => {
        upload.helper = null;
        // Chat errors are only logged (CHAT-16).
        console.warn('cannot_initiate_upload', error);
        throw error;
      });
    this.#hand(message, uploading);
  }

  #settle(message: ChatMessage, published: Promise<unknown>, isTaken: boolean): void {
    const joined = this.#joined;
    published
      .then(() => {
        // A refusal does not reject (A8): it stands in the message.
        if (!message._failed) this.#forget(message);
        else this.#noteRefusal(message);
      })
      .catch(() => undefined)
      .finally(() => {
        this.#changed();
        const stands = this.#open && this.#topic().isSubscribed();
        // The old connection failed only after the new one had resent the queue, which left this message out.
        if (message._failed && stands && joined !== this.#joined) this.#resend();
        // An edit that was refused; what was said before stays.
        else if (message._failed && stands && !isTaken && this.#edits.has(message)) this.cancel(message.seq);
      });
  }

  /** Messages that the server refused are not resent by themselves when the chat is opened again. */
  #noteRefusal(message: ChatMessage): void {
    const entry = this.#kept.get(message);
    if (!entry || !message._fatal) return;
    entry.stored = { ...entry.stored, isRefused: true };
    void entry.done.then(() => this.#kept.has(message) && this.#store.keep(entry.stored));
  }

  #forget(message: ChatMessage): void {
    const entry = this.#kept.get(message);
    this.#kept.delete(message);
    this.#left.delete(message);
    if (entry) {
      void entry.done.then(() => this.#store.forget(entry.stored));
    }
    this.#edits.delete(message);
    this.#uploads.get(message)?.made.release();
    this.#uploads.delete(message);
  }
}
