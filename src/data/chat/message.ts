import type { ChatMessage, Topic } from 'tinode-sdk';
import { type Content, readContent } from './content.ts';

/** Delivery state of an own message; `theirs` for messages of others. */
export type MessageState = 'waiting' | 'sending' | 'failed' | 'sent' | 'received' | 'read' | 'theirs';

/** A message prepared for display. */
export interface ShownMessage {
  /** Number in the chat; `LOCAL_FROM` or above while it is not sent. */
  seq: number;
  /** Stays the same while the message is sent and edited. */
  key: string;
  from: string;
  mine: boolean;
  /** ms since 1970. */
  at: number;
  state: MessageState;
  edited: boolean;
  /** Number of the message that it replies to. */
  replyTo: number | null;
  /** null if it cannot be parsed (CHAT-24). */
  content: Content | null;
  /** Upload progress from 0 to 1; null when nothing is being uploaded. */
  progress: number | null;
}

/** First number of unsent messages (A4). */
export const LOCAL_FROM = 0xfffffff;

const STATES: Readonly<Record<number, MessageState>> = {
  10: 'waiting',
  20: 'sending',
  30: 'failed',
  40: 'failed',
  50: 'sent',
  60: 'received',
  70: 'read',
};

/** Number of the message that this one edits; null if it is not an edit (A8). */
function editedSeq({ head }: ChatMessage): number | null {
  const [, seq] = /^:(\d+)$/.exec(String(head?.replace ?? '')) ?? [];
  return seq ? Number(seq) : null;
}

/**
 * Visits the latest version of every loaded message. The SDK gives an edit the number of its first message, which breaks its own
 * sorted lists, so the edit gets its own number back.
 */
export function eachMessage(topic: Topic, visit: (message: ChatMessage) => void): void {
  topic.messages((message) => {
    if (message._origSeq && editedSeq(message) !== null) message.seq = message._origSeq;
    visit(message);
  });
}

/** Converts SDK messages for display and caches them, so that an unchanged message keeps its object. */
export class MessageReader {
  readonly #contents = new WeakMap<object, { of: unknown; content: Content | null }>();
  readonly #keys = new WeakMap<object, string>();
  readonly #keysByNumber = new Map<number, string>();
  readonly #shownByKey = new Map<string, ShownMessage>();
  #keyCount = 0;

  /** All loaded messages that are not deleted, oldest first. */
  read(topic: Topic, self: string, readProgress: (message: ChatMessage) => number | null): ShownMessage[] {
    const list: ShownMessage[] = [];
    const listedSeqs = new Set<number>();
    eachMessage(topic, (message) => {
      // The SDK may contain a message twice if it was received twice.
      const seq = editedSeq(message) ?? message.seq;
      if (message._deleted || listedSeqs.has(seq)) return;
      listedSeqs.add(seq);
      list.push(this.#toShown(topic, message, seq, self, readProgress(message)));
    });
    return list;
  }

  #toShown(topic: Topic, message: ChatMessage, seq: number, self: string, progress: number | null): ShownMessage {
    // A message written before the sign-in has no author until it is sent.
    const mine = message.from === self || message.seq >= LOCAL_FROM;
    const reply = Number(message.head?.reply);
    const next: ShownMessage = {
      seq,
      key: this.#messageKey(message, seq),
      from: mine ? self : message.from,
      mine,
      at: message.ts.getTime(),
      state: mine ? (STATES[topic.msgStatus({ ...message, seq, from: self })] ?? 'sent') : 'theirs',
      edited: typeof message.head?.replace === 'string',
      replyTo: Number.isInteger(reply) && reply > 0 ? reply : null,
      content: this.#messageContent(message),
      progress,
    };
    const previous = this.#shownByKey.get(next.key);
    const keys = Object.keys(next) as (keyof ShownMessage)[];
    if (previous && keys.every((name) => previous[name] === next[name])) return previous;
    this.#shownByKey.set(next.key, next);
    return next;
  }

  /** A message sent from this page keeps its key when the server numbers it; all others are keyed by number. */
  #messageKey(message: ChatMessage, seq: number): string {
    let key = this.#keys.get(message) ?? this.#keysByNumber.get(seq);
    if (!key) {
      this.#keyCount += 1;
      key = seq >= LOCAL_FROM ? `own-${this.#keyCount}` : String(seq);
    }
    this.#keys.set(message, key);
    if (seq < LOCAL_FROM) this.#keysByNumber.set(seq, key);
    return key;
  }

  #messageContent(message: ChatMessage): Content | null {
    const cached = this.#contents.get(message);
    if (cached && cached.of === message.content) return cached.content;
    const content = readContent(message.content);
    this.#contents.set(message, { of: message.content, content });
    return content;
  }
}
