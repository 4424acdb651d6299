import { useCallback, useEffect, useMemo, useReducer } from 'react';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import { loadFlats } from '../meters/reading-calls.ts';

/** Flats a page of the round brings. */
const PAGE_SIZE = 100;

/** The flats of a round, fetched as one comes to them. */
export interface RoundRows {
  /** Which flats they are; another text for others. */
  flatsKey: string;
  /** How many there are; null until it is known. */
  count: number | null;
  /** The flat of a place in the table; undefined while it is on its way. */
  at(index: number): Flat | undefined;
  /** Fetches the flats between two places. @returns once they are there */
  ensure(first: number, last: number): Promise<void>;
  error: unknown;
  /** Whether flats between two places did not come. */
  lacks(first: number, last: number): boolean;
}

type Pages = readonly [from: number, to: number];
const pageNumber = (place: number) => Math.floor(place / PAGE_SIZE) + 1;
const pageRange = (first: number, last: number): Pages => [pageNumber(first), pageNumber(last)];

/** The flats of some buildings for a month, as far as they are there. What comes late for other buildings stays out of it. */
class FlatBook {
  count: number | null = null;
  error: unknown = null;
  readonly flats = new Map<number, Flat>();
  readonly #pages = new Map<number, Promise<void>>();
  readonly #failed = new Set<number>();
  readonly #buildings: readonly number[];
  readonly #month: string;
  readonly #porch: number | null;

  constructor(buildings: readonly number[], month: string, porch: number | null) {
    this.#buildings = buildings;
    this.#month = month;
    this.#porch = porch;
  }

  /** Whether one of these pages has failed and is not being loaded again. */
  lacks([from, to]: Pages): boolean {
    return [...this.#failed].some((page) => page >= from && page <= to);
  }

  /** Resolves when the page has loaded or failed. */
  fetch(page: number, onChange: () => void): Promise<void> {
    const loading = this.#pages.get(page);
    if (loading) return loading;
    const [buildings, date, porch] = [this.#buildings, this.#month, this.#porch];
    const params = { buildings, date, porch, page, pageSize: PAGE_SIZE, norms: true };
    if (this.#failed.delete(page)) onChange();
    const call = loadFlats(params).then(
      (answer) => {
        for (const [index, flat] of answer.results.entries()) this.flats.set((page - 1) * PAGE_SIZE + index, flat);
        this.count = answer.count;
        onChange();
      },
      (failure) => {
        // The alert has told; another look at the place tries again, and so does the button.
        this.#pages.delete(page);
        this.#failed.add(page);
        this.error = failure;
        onChange();
      },
    );
    this.#pages.set(page, call);
    return call;
  }
}

/** The flats of some buildings, or of one entrance, for a month, page after page. */
export function useRoundRows(buildings: readonly number[], month: string, porch: number | null): RoundRows {
  const flatsKey = `${month} ${buildings.join()} ${porch ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same buildings in another array are the same flats
  const book = useMemo(() => new FlatBook(buildings, month, porch), [flatsKey]);
  const [drawCount, redraw] = useReducer((times: number) => times + 1, 0);
  // The same for as long as the flats are: a page that failed must not have itself asked for by having been told of.
  const ensure = useCallback(
    async (first: number, last: number) => {
      const [from, to] = pageRange(first, last);
      for (let page = from; page <= to; page += 1) await book.fetch(page, redraw);
    },
    [book],
  );
  useEffect(() => void ensure(0, 0), [ensure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the book holds has changed whenever it is drawn anew
  return useMemo(
    () => ({
      flatsKey,
      count: book.count,
      error: book.error,
      at: (index: number) => book.flats.get(index),
      lacks: (first: number, last: number) => book.lacks(pageRange(first, last)),
      ensure,
    }),
    [flatsKey, book, ensure, drawCount],
  );
}
