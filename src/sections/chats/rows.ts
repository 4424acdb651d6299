import type { ShownMessage } from '#console/data/chat/message.ts';
import { dayKey } from './format.ts';

/** A row of the message list. */
export type ChatListRow =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'unread'; key: string }
  /** `gap`: adds space, because the author differs from the message above. */
  | { kind: 'message'; key: string; message: ShownMessage; gap: boolean };

const DAY = 'day-';
const UNREAD = 'unread';

/** Whether the key is of a day or unread separator, not of a message. */
export const isSeparatorKey = (key: string): boolean => key === UNREAD || key.startsWith(DAY);

/** Messages with a day separator above the first message of each day and an unread separator above the first unread one. */
export function messageRows(messages: readonly ShownMessage[], firstUnread: number | null): ChatListRow[] {
  const rows: ChatListRow[] = [];
  let before: ShownMessage | null = null;
  let isMarked = firstUnread === null;
  for (const message of messages) {
    const day = dayKey(message.at);
    const newDay = !before || dayKey(before.at) !== day;
    if (newDay) rows.push({ kind: 'day', key: `${DAY}${day}-${message.key}`, at: message.at });
    if (!isMarked && firstUnread !== null && message.seq >= firstUnread) {
      isMarked = true;
      rows.push({ kind: 'unread', key: UNREAD });
    }
    const gap = !newDay && before?.from !== message.from;
    rows.push({ kind: 'message', key: message.key, message, gap });
    before = message;
  }
  return rows;
}

/** Detects a message added at the end, so that the list can scroll to the user's own message. */
export class LastRow {
  #rows: readonly ChatListRow[] = [];
  #isNew = false;

  /** @returns whether the last row was not among the previous rows; repeats its answer for the same array */
  isNew(rows: readonly ChatListRow[]): boolean {
    if (rows === this.#rows) return this.#isNew;
    const key = rows.at(-1)?.key;
    this.#isNew = !this.#rows.some((row) => row.key === key);
    this.#rows = rows;
    return this.#isNew;
  }
}
