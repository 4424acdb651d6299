import type { Topic } from 'tinode-sdk';

/**
 * How far everybody has received and read a chat (A10). The SDK cannot be asked: it moves the mark of a message's writer to that
 * message, even for old pages of the history, and never repeats what it told the server over a breaking connection.
 */
export class Ticks {
  /** Highest numbers of each, by id. */
  readonly #far = new Map<string, { recv: number; read: number }>();
  /** Read here, up to this number. */
  #read = 0;

  /** The server told how far a member has read. To be told at once: what comes next may take it back. */
  told(user: string, { recv = 0, read = 0 }: { recv?: number; read?: number }): void {
    const known = this.#far.get(user) ?? { recv: 0, read: 0 };
    const reached = Math.max(known.read, read);
    this.#far.set(user, { read: reached, recv: Math.max(known.recv, recv, reached) });
  }

  /** Others' read and received marks are never lowered. */
  raise(topic: Topic, self: string): void {
    topic.subscribers((member) => {
      const marks = this.#far.get(member.user ?? '');
      if (!marks || member.user === self) return;
      member.read = Math.max(member.read ?? 0, marks.read);
      member.recv = Math.max(member.recv ?? 0, marks.recv);
    });
  }

  /** Everything up to this number is read here. */
  reads(seq: number): void {
    this.#read = Math.max(this.#read, seq);
  }

  /** The chat is joined anew: what the server has not heard is said again. */
  again(topic: Topic): void {
    const last = topic.maxMsgSeq();
    if (last <= 0) return;
    topic.noteRecv(last);
    if (this.#read > (topic.read ?? 0)) topic.noteRead(Math.min(this.#read, last));
  }
}
