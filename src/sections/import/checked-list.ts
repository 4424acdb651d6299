import { createListeners } from '#console/data/listeners.ts';
import type { ImportRow } from '#resources/protocol/import/import.ts';
import type { Patch } from './sheet.ts';

/** The checked list as the page draws it; rows are looked up by position. */
export class CheckedList {
  readonly rows: ImportRow[] = [];
  correct: Uint32Array = new Uint32Array();
  wrong: Uint32Array = new Uint32Array();
  /** Whether a submission of it is under way. */
  sending = false;
  /** Whether all correct rows have been sent, and nothing has changed since. */
  settled = false;
  /** Whether a row was mended. */
  mended = false;
  /** Replaced by a newer list; late messages about this one are ignored. */
  givenUp = false;
  #version = 0;
  readonly #listeners = createListeners();

  /** Appends rows as they arrive. */
  add(rows: readonly ImportRow[]): void {
    this.rows.push(...rows);
    this.#changed();
  }

  /** Applies changed rows. */
  apply({ rows, correct, wrong }: Patch): void {
    for (const [at, row] of rows) this.rows[at] = row;
    this.correct = correct;
    this.wrong = wrong;
    this.#changed();
  }

  /** Whether it has rows that were not sent yet. */
  isWaiting(): boolean {
    return this.correct.length + this.wrong.length > 0;
  }

  /** Numbers of the rows that were sent, ascending. */
  sent(): number[] {
    const waiting = new Set([...this.correct, ...this.wrong]);
    return this.rows.flatMap(({ row }, at) => (waiting.has(at) ? [] : [row]));
  }

  /** Whether something of it would have to be done again: it was never sent, or was changed since. */
  isUnsent(): boolean {
    return !this.settled && this.isWaiting();
  }

  /** Grows with every change. */
  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    return this.#listeners.follow(listener);
  };

  /** Number of the first row with the same phone; null if it is this row. */
  firstWith(row: ImportRow): number | null {
    const first = this.rows.find(({ phone_number }) => phone_number === row.phone_number);
    return first && first.row !== row.row ? first.row : null;
  }

  #changed(): void {
    this.#version += 1;
    this.#listeners.tell();
  }
}
