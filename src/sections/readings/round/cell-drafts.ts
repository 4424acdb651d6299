import { keepValues, keptValues } from '#console/data/drafts/kept-values.ts';

/** Pause after the last keystroke before a draft is stored, ms. */
const PAUSE = 400;

/** Unsent values of the cells of a month; they survive a closed tab and a lost connection. */
export class CellDrafts {
  readonly #place: string;
  readonly #texts: Map<string, unknown>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isKept = true;

  /** @param month «11.2026» */
  constructor(month: string) {
    this.#place = `/readings?round=${month}`;
    this.#texts = new Map(Object.entries(keptValues(this.#place)));
  }

  /** The unsent value of a cell; undefined if there is none. */
  text(cell: string): string | undefined {
    const text = this.#texts.get(cell);
    return typeof text === 'string' ? text : undefined;
  }

  /** @param text null when nothing of the cell is left to keep */
  note(cell: string, text: string | null): void {
    if (text === null ? !this.#texts.delete(cell) : this.#texts.get(cell) === text) return;
    if (text !== null) this.#texts.set(cell, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, PAUSE);
  }

  /** Stores pending drafts at once. @returns whether all drafts are stored */
  flush = (): boolean => {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#isKept = keepValues(this.#place, Object.fromEntries(this.#texts));
    }
    return this.#isKept;
  };
}
