import { keepValues, keptValues } from '#console/data/drafts/kept-values.ts';

/** Pause after the last keystroke before a draft is stored, ms. */
const SAVE_DELAY_MS = 400;

/** Unsent values of the cells of a month; they survive a closed tab and a lost connection. */
export class CellDrafts {
  readonly #storageKey: string;
  readonly #texts: Map<string, unknown>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStored = true;

  /** @param month MMYYYY */
  constructor(month: string) {
    this.#storageKey = `/readings?round=${month}`;
    this.#texts = new Map(Object.entries(keptValues(this.#storageKey)));
  }

  /** The unsent value of a cell; undefined if there is none. */
  getDraft(cell: string): string | undefined {
    const text = this.#texts.get(cell);
    return typeof text === 'string' ? text : undefined;
  }

  /** Sets the draft of a cell and schedules storing it. @param text null removes the draft */
  setDraft(cell: string, text: string | null): void {
    if (text === null ? !this.#texts.delete(cell) : this.#texts.get(cell) === text) return;
    if (text !== null) this.#texts.set(cell, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, SAVE_DELAY_MS);
  }

  /** Stores pending drafts at once. @returns whether all drafts are stored */
  flush = (): boolean => {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#isStored = keepValues(this.#storageKey, Object.fromEntries(this.#texts));
    }
    return this.#isStored;
  };
}
