import { createListeners } from '#console/data/listeners.ts';
import type { NumberedRow } from './rows-table.tsx';
import type { Patch } from './worker-messages.ts';

/** The checked list as the page draws it; rows are looked up by position. */
export class CheckedList<Row extends NumberedRow> {
  readonly rows: Row[] = [];
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
  add(rows: readonly Row[]): void {
    this.rows.push(...rows);
    this.#changed();
  }

  /** Applies changed rows. */
  apply({ rows, correct, wrong }: Patch<Row>): void {
    for (const [at, row] of rows) this.rows[at] = row;
    this.correct = correct;
    this.wrong = wrong;
    this.#changed();
  }

  /** The rows at these places. */
  at(places: Uint32Array): Row[] {
    return [...places].flatMap((at) => this.rows[at] ?? []);
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

  #changed(): void {
    this.#version += 1;
    this.#listeners.tell();
  }
}
