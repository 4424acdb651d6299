import type { ChatMessage, LargeFileHelper, Tinode, Topic } from 'tinode-sdk';
import { currentTime } from '#resources/clock.ts';
import { MESSAGE_ID } from '#resources/rules/chat/tags.ts';
import { randomId } from '../random-id.ts';
import { eachMessage, LOCAL_FROM } from './message.ts';
import { editedContent, type QuotedMessage, replyContent } from './reply-content.ts';
import { isPicture } from './safe-address.ts';
import { forgetMessage, keepMessage, type UnsentMessage } from './unsent-messages.ts';
import { fileContent, pictureContent, type UploadContent, withAddress } from './upload-content.ts';

/** Time without progress after which an upload is cancelled, ms; it is retried when the chat is joined again. */
const STALL_TIMEOUT_MS = 30_000;

/** A message to send. */
export interface OutgoingMessage {
  text: string;
  /** A message has one file; with several files the text goes with the first. */
  file?: File;
  reply?: QuotedMessage;
  /** Number of the own message that this one edits. */
  edits?: number;
}

/** Persistent storage of unsent messages. */
type MessageStore = { keep: typeof keepMessage; forget: typeof forgetMessage };

interface Upload {
  file: File;
  helper: LargeFileHelper | null;
  share: number;
  made: UploadContent;
  /** The file is uploaded, but the message that refers to it has not been sent. */
  isUploaded: boolean;
}

/** The outbox of one chat: sends messages, uploads files with progress, retries (A8, A13). */
export class Outbox {
  readonly #tinode: Tinode;
  readonly #topic: () => Topic;
  readonly #onChange: () => void;
  readonly #uploads = new Map<ChatMessage, Upload>();
  /** Unsent edits, which the SDK does not report as queued. */
  readonly #unsentEdits = new Set<ChatMessage>();
  /** Unsent messages, each with whether it is stored in the browser. */
  readonly #storedMessages = new Map<ChatMessage, { stored: UnsentMessage; isKept: boolean; done: Promise<boolean> }>();
  readonly #store: MessageStore;
  #order = 0;
  /** Time of writing of the messages that another page left unsent. */
  readonly #leftMessages = new Map<ChatMessage, number>();
  /** Number of times the chat was joined. */
  #joinCount = 0;
  /** The queue was sent, so new messages may be sent directly. */
  #isJoined = false;
  /** Number of pictures being measured before their upload. */
  #measuringCount = 0;

  constructor(
    tinode: Tinode,
    topic: () => Topic,
    onChange: () => void,
    store: MessageStore = { keep: keepMessage, forget: forgetMessage },
  ) {
    this.#store = store;
    this.#tinode = tinode;
    this.#topic = topic;
    this.#onChange = onChange;
  }

  /** Whether anything is still unsent. */
  get busy(): boolean {
    let isBusy = this.#measuringCount > 0 || this.#uploads.size > 0 || this.#unsentEdits.size > 0;
    this.#topic().queuedMessages(() => {
      isBusy = true;
    });
    return isBusy;
  }

  /** Whether closing the page would lose a message. */
  get isLosing(): boolean {
    return this.#measuringCount > 0 || [...this.#storedMessages.values()].some(({ isKept }) => !isKept);
  }

  /** Time of writing of the oldest message left by another page; null for none. */
  get leftAt(): number | null {
    return this.#leftMessages.size ? Math.min(...this.#leftMessages.values()) : null;
  }

  /** Upload progress of a message; null when nothing is being uploaded. */
  progressOf(message: ChatMessage): number | null {
    const upload = this.#uploads.get(message);
    return upload?.helper ? upload.share : null;
  }

  send({ text, file, reply, edits }: OutgoingMessage): void {
    const message = this.#topic().createMessage('', true);
    // If it is sent again after a broken connection, the id marks it as the same message (A15).
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
    this.#storeMessage(message, head, text);
    this.#publish(message, head);
  }

  /**
   * Takes over unsent messages of a closed tab; those the server did not refuse are sent once the chat is joined, unless the
   * server already has them.
   */
  async takeOver(messages: readonly UnsentMessage[]): Promise<void> {
    for (const keptMessage of messages) {
      const { at, head, content, file, text } = keptMessage;
      const message = this.#topic().createMessage('', true);
      this.#storedMessages.set(message, { stored: keptMessage, isKept: true, done: Promise.resolve(true) });
      this.#leftMessages.set(message, at);
      if (head.replace) this.#unsentEdits.add(message);
      if (file) {
        const uploadContent = await this.#buildContent(file, text);
        this.#uploads.set(message, { file, helper: null, share: 0, made: uploadContent, isUploaded: false });
        message.content = uploadContent.content;
      } else message.content = content;
      message.head = { ...head };
      this.#passToSdk(message, Promise.reject(new Error('The chat is not joined')), true);
      if (keptMessage.isRefused) message._fatal = true;
    }
  }

  /**
   * Messages left by another page may have been sent further back than the searched history, so they have to be resent by hand.
   */
  holdLeftMessages(): void {
    for (const message of this.#leftMessages.keys()) message._fatal = true;
    this.#leftMessages.clear();
  }

  #storeMessage(message: ChatMessage, head: Readonly<Record<string, unknown>>, text: string, file?: File): void {
    const { topic = '', content } = message;
    this.#order += 1;
    const keptMessage: UnsentMessage = {
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
    const storing = this.#store.keep(keptMessage);
    const entry = { stored: keptMessage, isKept: false, done: storing };
    this.#storedMessages.set(message, entry);
    void storing.then((isKept) => {
      entry.isKept = isKept;
    });
  }

  /** An edited reply remains a reply: it keeps its quote and the reference to the quoted message. */
  #edit(message: ChatMessage, seq: number, text: string, head: Record<string, unknown>): void {
    const original = this.#topic().findMessage(seq);
    const latest = this.#topic().latestMsgVersion(seq) ?? original;
    head.replace = `:${seq}`;
    const reply = latest?.head?.reply ?? original?.head?.reply;
    if (reply) head.reply = reply;
    message.content = editedContent(latest?.content, text);
    this.#unsentEdits.add(message);
    this.#storeMessage(message, head, text);
    this.#publish(message, head);
  }

  /** Called while the chat is being joined: new messages are queued behind waiting ones. */
  hold(): void {
    this.#isJoined = false;
  }

  /** Called when the chat is joined: sends waiting messages in the order in which they were written. */
  join(): void {
    this.#joinCount += 1;
    this.#isJoined = true;
    this.#resend();
  }

  /** Resends messages that are waiting or failed because of a broken connection; drops those the server already has. */
  #resend(): void {
    const topic = this.#topic();
    const serverIds = new Set<unknown>();
    eachMessage(topic, (message) => {
      if (message.seq < LOCAL_FROM && message.head?.[MESSAGE_ID]) serverIds.add(message.head[MESSAGE_ID]);
    });
    const queued = [...this.#unsentEdits];
    topic.queuedMessages((message) => queued.push(message));
    // Publishing a queued message again adds no copy, because the SDK knows the object.
    for (const message of queued.sort((one, other) => one.seq - other.seq)) {
      // Still being sent over this connection; its answer is pending.
      if (message._sending || this.#uploads.get(message)?.helper) continue;
      if (serverIds.has(message.head?.[MESSAGE_ID])) this.cancel(message.seq);
      else if (!message._fatal) this.#sendAgain(message);
    }
  }

  retry(seq: number): void {
    const message = this.#topic().findMessage(seq);
    // The message may have been resent automatically just before the press.
    if (message?._failed) this.#sendAgain(message);
  }

  cancel(seq: number): void {
    const message = this.#topic().findMessage(seq);
    if (!message) return;
    const upload = this.#uploads.get(message);
    upload?.helper?.cancel();
    this.#remove(message);
    this.#topic().cancelSend(seq);
    this.#onChange();
  }

  #sendAgain(message: ChatMessage): void {
    const upload = this.#uploads.get(message);
    message._failed = false;
    message._fatal = false;
    if (upload && !upload.isUploaded) this.#upload(message, upload);
    else this.#publish(message, message.head ?? {});
  }

  #publish(message: ChatMessage, head: Readonly<Record<string, unknown>>): void {
    const mime = typeof message.content === 'string' ? {} : { mime: 'text/x-drafty' };
    if (Object.keys({ ...head, ...mime }).length) message.head = { ...head, ...mime };
    this.#passToSdk(message, this.#isJoined ? Promise.resolve() : Promise.reject(new Error('The chat is not joined')));
  }

  /** Passes a message to the SDK, which sends it when `ready` resolves and keeps it as failed when `ready` rejects. */
  #passToSdk(message: ChatMessage, ready: Promise<unknown>, isTakenOver = false): void {
    const self = this.#tinode.getCurrentUserID();
    // The SDK sets the author only when it first sees the message, and before sign-in the id is unknown.
    if (self) message.from = self;
    this.#trackPublish(message, this.#topic().publishDraft(message, ready), isTakenOver);
  }

  async #sendFile(message: ChatMessage, file: File, text: string, head: Record<string, unknown>): Promise<void> {
    message.head = { ...head, mime: 'text/x-drafty' };
    this.#storeMessage(message, message.head, text, file);
    const uploadContent = await this.#buildContent(file, text);
    message.content = uploadContent.content;
    this.#upload(message, { file, helper: null, share: 0, made: uploadContent, isUploaded: false });
  }

  async #buildContent(file: File, text: string): Promise<UploadContent> {
    this.#measuringCount += 1;
    try {
      return isPicture(file.type) ? await pictureContent(file, text) : fileContent(file, text);
    } finally {
      this.#measuringCount -= 1;
    }
  }

  #upload(message: ChatMessage, upload: Upload): void {
    this.#uploads.set(message, upload);
    // The server refuses uploads without a token, and refused messages are not resent automatically.
    if (!this.#isJoined && !this.#tinode.getAuthToken()) {
      this.#passToSdk(message, Promise.reject(new Error('The chat is not signed in')));
      return;
    }
    const helper = this.#tinode.getLargeFileHelper();
    upload.helper = helper;
    upload.share = 0;
    let stallTimer = setTimeout(() => helper.cancel(), STALL_TIMEOUT_MS);
    const uploading = helper
      .upload(upload.file, null, (share) => {
        clearTimeout(stallTimer);
        stallTimer = setTimeout(() => helper.cancel(), STALL_TIMEOUT_MS);
        upload.share = share;
        this.#onChange();
      })
      .finally(() => clearTimeout(stallTimer))
      .then((address) => {
        message.content = withAddress(upload.made.content, address);
        upload.helper = null;
        upload.isUploaded = true;
        this.#onChange();
      })
      .catch((error: unknown) => {
        upload.helper = null;
        // Chat errors are only logged (CHAT-16).
        console.warn('cannot_initiate_upload', error);
        throw error;
      });
    this.#passToSdk(message, uploading);
  }

  #trackPublish(message: ChatMessage, published: Promise<unknown>, isTakenOver: boolean): void {
    const joinCount = this.#joinCount;
    published
      .then(() => {
        // A refusal does not reject the promise (A8): it is marked in the message.
        if (!message._failed) this.#remove(message);
        else this.#storeRefusal(message);
      })
      .catch(() => undefined)
      .finally(() => {
        this.#onChange();
        const isAttached = this.#isJoined && this.#topic().isSubscribed();
        // The old connection failed after the queue was resent over the new one, so this message was left out.
        if (message._failed && isAttached && joinCount !== this.#joinCount) this.#resend();
        // A refused edit is dropped; the previous text stays.
        else if (message._failed && isAttached && !isTakenOver && this.#unsentEdits.has(message))
          this.cancel(message.seq);
      });
  }

  /** Records that the server refused a message, so that it is not resent automatically. */
  #storeRefusal(message: ChatMessage): void {
    const entry = this.#storedMessages.get(message);
    if (!entry || !message._fatal) return;
    entry.stored = { ...entry.stored, isRefused: true };
    void entry.done.then(() => this.#storedMessages.has(message) && this.#store.keep(entry.stored));
  }

  #remove(message: ChatMessage): void {
    const entry = this.#storedMessages.get(message);
    this.#storedMessages.delete(message);
    this.#leftMessages.delete(message);
    if (entry) {
      void entry.done.then(() => this.#store.forget(entry.stored));
    }
    this.#unsentEdits.delete(message);
    this.#uploads.get(message)?.made.release();
    this.#uploads.delete(message);
  }
}
