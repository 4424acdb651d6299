import type { Topic } from 'tinode-sdk';

/**
 * Receipts: how far every member has received and read a chat (A10). The values of the SDK are unreliable. For every message it
 * loads, even an old one, it sets its author's mark to that message. It does not resend receipts lost when the connection broke.
 */
export class Receipts {
  /** Highest received and read numbers by member id. */
  readonly #marks = new Map<string, { recv: number; read: number }>();
  /** Number of the last message read since the page was loaded. */
  #readUpTo = 0;

  /** Records the receipt of a member; call it at once, because the SDK may lower the value later. */
  record(user: string, { recv = 0, read = 0 }: { recv?: number; read?: number }): void {
    const previous = this.#marks.get(user) ?? { recv: 0, read: 0 };
    const readUpTo = Math.max(previous.read, read);
    this.#marks.set(user, { read: readUpTo, recv: Math.max(previous.recv, recv, readUpTo) });
  }

  /** Raises the receipts of others in the SDK to the recorded values. */
  applyTo(topic: Topic, self: string): void {
    topic.subscribers((member) => {
      const marks = this.#marks.get(member.user ?? '');
      if (!marks || member.user === self) return;
      member.read = Math.max(member.read ?? 0, marks.read);
      member.recv = Math.max(member.recv ?? 0, marks.recv);
    });
  }

  /** Records that the person has read up to this number. */
  markRead(seq: number): void {
    this.#readUpTo = Math.max(this.#readUpTo, seq);
  }

  /** Called when the chat is joined again: repeats receipts that the server may not have got. */
  resend(topic: Topic): void {
    const last = topic.maxMsgSeq();
    if (last <= 0) return;
    topic.noteRecv(last);
    if (this.#readUpTo > (topic.read ?? 0)) topic.noteRead(Math.min(this.#readUpTo, last));
  }
}
