import { keepValues, keptValues } from '#console/data/drafts/kept-values.ts';

/** Time without a keystroke after which what was typed is kept, ms. */
const PAUSE = 400;

/** What was typed into cells of a month and is not on the server: it outlives a closed tab and a lost connection. */
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

  /** What was typed into a cell before and never sent; undefined for nothing. */
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

  /** Keeps at once what is still to be kept. @returns whether all that was typed is kept */
  flush = (): boolean => {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#isKept = keepValues(this.#place, Object.fromEntries(this.#texts));
    }
    return this.#isKept;
  };
}
