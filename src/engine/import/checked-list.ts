import { createListeners } from '#console/data/listeners.ts';
import type { NumberedRow } from './rows-table.tsx';
import type { Patch } from './worker-messages.ts';

/** The checked rows as rendered by the page; rows are addressed by index. */
export class CheckedList<Row extends NumberedRow> {
  readonly rows: Row[] = [];
  correct: Uint32Array = new Uint32Array();
  wrong: Uint32Array = new Uint32Array();
  /** Whether a submission is running. */
  isSending = false;
  /** Whether all correct rows have been sent and nothing has changed since. */
  isFullySent = false;
  /** Whether a row was corrected. */
  hasCorrections = false;
  /** Set once a newer list has replaced this one; late messages about it are ignored. */
  isReplaced = false;
  #version = 0;
  readonly #listeners = createListeners();

  add(rows: readonly Row[]): void {
    this.rows.push(...rows);
    this.#changed();
  }

  /** Applies changed rows and the new lists of indexes. */
  apply({ rows, correct, wrong }: Patch<Row>): void {
    for (const [at, row] of rows) this.rows[at] = row;
    this.correct = correct;
    this.wrong = wrong;
    this.#changed();
  }

  /** The rows at the given indexes. */
  at(indexes: Uint32Array): Row[] {
    return [...indexes].flatMap((at) => this.rows[at] ?? []);
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

  /** Whether leaving would lose work: the list has unsent rows, and it has not been submitted since its last correction. */
  isUnsent(): boolean {
    return !this.isFullySent && this.isWaiting();
  }

  /** Incremented with every change. */
  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    return this.#listeners.subscribe(listener);
  };

  #changed(): void {
    this.#version += 1;
    this.#listeners.notify();
  }
}
