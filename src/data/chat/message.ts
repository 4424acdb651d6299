import type { ChatMessage, Topic } from 'tinode-sdk';
import { type Content, readContent } from './content.ts';

/** How far a message of one's own has come. */
export type MessageState = 'waiting' | 'sending' | 'failed' | 'sent' | 'received' | 'read' | 'theirs';

/** A message as the page shows it. */
export interface ShownMessage {
  /** Number in the chat; above `LOCAL_FROM` while it is not sent. */
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
  /** null: cannot be read (CHAT-24). */
  content: Content | null;
  /** Share of the upload, 0 to 1; null when nothing is on its way. */
  progress: number | null;
}

/** Numbers of messages that are not sent yet begin here (A4). */
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

/** Number of the message that this one edits; null for one that is no edit (A8). */
function editedBy({ head }: ChatMessage): number | null {
  const [, seq] = /^:(\d+)$/.exec(String(head?.replace ?? '')) ?? [];
  return seq ? Number(seq) : null;
}

/**
 * Every message of a chat that is loaded and not deleted, as it was edited last. The SDK gives an edit the number of its first
 * message, and then loses its way in its own sorted lists: the edit gets its own number back.
 */
export function eachMessage(topic: Topic, visit: (message: ChatMessage) => void): void {
  topic.messages((message) => {
    if (message._origSeq && editedBy(message) !== null) message.seq = message._origSeq;
    visit(message);
  });
}

/** Memory of messages between two reads, so that an unchanged one stays the same object. */
export class MessageReader {
  readonly #contents = new WeakMap<object, { of: unknown; content: Content | null }>();
  readonly #keys = new WeakMap<object, string>();
  readonly #keysByNumber = new Map<number, string>();
  readonly #shown = new Map<string, ShownMessage>();
  #next = 0;

  /** Every message of the chat that is loaded and not deleted, oldest first. */
  read(topic: Topic, self: string, readProgress: (message: ChatMessage) => number | null): ShownMessage[] {
    const list: ShownMessage[] = [];
    const listedSeqs = new Set<number>();
    eachMessage(topic, (message) => {
      // The SDK may hold one twice that came a second time.
      const seq = editedBy(message) ?? message.seq;
      if (message._deleted || listedSeqs.has(seq)) return;
      listedSeqs.add(seq);
      list.push(this.#one(topic, message, seq, self, readProgress(message)));
    });
    return list;
  }

  #one(topic: Topic, message: ChatMessage, seq: number, self: string, progress: number | null): ShownMessage {
    // A message written before the sign-in has no author until it goes out.
    const mine = message.from === self || message.seq >= LOCAL_FROM;
    const reply = Number(message.head?.reply);
    const next: ShownMessage = {
      seq,
      key: this.#keyOf(message, seq),
      from: mine ? self : message.from,
      mine,
      at: message.ts.getTime(),
      state: mine ? (STATES[topic.msgStatus({ ...message, seq, from: self })] ?? 'sent') : 'theirs',
      edited: typeof message.head?.replace === 'string',
      replyTo: Number.isInteger(reply) && reply > 0 ? reply : null,
      content: this.#contentOf(message),
      progress,
    };
    const before = this.#shown.get(next.key);
    const names = Object.keys(next) as (keyof ShownMessage)[];
    if (before && names.every((name) => before[name] === next[name])) return before;
    this.#shown.set(next.key, next);
    return next;
  }

  /** A message sent from here keeps its key when the server numbers it; all others are keyed by number. */
  #keyOf(message: ChatMessage, seq: number): string {
    let key = this.#keys.get(message) ?? this.#keysByNumber.get(seq);
    if (!key) {
      this.#next += 1;
      key = seq >= LOCAL_FROM ? `own-${this.#next}` : String(seq);
    }
    this.#keys.set(message, key);
    if (seq < LOCAL_FROM) this.#keysByNumber.set(seq, key);
    return key;
  }

  #contentOf(message: ChatMessage): Content | null {
    const known = this.#contents.get(message);
    if (known && known.of === message.content) return known.content;
    const content = readContent(message.content);
    this.#contents.set(message, { of: message.content, content });
    return content;
  }
}
