import { useCallback, useEffect, useMemo, useReducer } from 'react';
import type { Flat } from '#resources/protocol/readings/reading-answers.ts';
import { loadFlats } from '../meters/reading-calls.ts';

/** Number of flats per page. */
const PAGE_SIZE = 100;

/** Flats of a round, loaded page by page while scrolling. */
export interface RoundRows {
  /** Identifies the set of flats: month, buildings and entrance. */
  flatsKey: string;
  /** Number of flats; null until the first page is loaded. */
  count: number | null;
  /** The flat of a row; undefined until it is loaded. */
  at(index: number): Flat | undefined;
  /** Fetches the pages of a range of rows. @returns a promise that resolves when they have loaded or failed */
  ensure(first: number, last: number): Promise<void>;
  error: unknown;
  /** Whether a page of a range of rows failed to load. */
  hasFailed(first: number, last: number): boolean;
}

type PageRange = readonly [from: number, to: number];
const rowPage = (row: number) => Math.floor(row / PAGE_SIZE) + 1;
const pageRange = (first: number, last: number): PageRange => [rowPage(first), rowPage(last)];

/** Loaded pages of one set of flats. Each set has its own instance, so that late answers for another set are ignored. */
class FlatPages {
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
  hasFailed([from, to]: PageRange): boolean {
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
        // The global alert shows the error; scrolling to these rows or the button tries again.
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

/** Flats of some buildings, or of one entrance, for a month, loaded page by page. */
export function useRoundRows(buildings: readonly number[], month: string, porch: number | null): RoundRows {
  const flatsKey = `${month} ${buildings.join()} ${porch ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: flatsKey changes with the buildings, whatever the array
  const pages = useMemo(() => new FlatPages(buildings, month, porch), [flatsKey]);
  const [changeCount, notifyChange] = useReducer((times: number) => times + 1, 0);
  // Stable while the flats are the same, so that the re-render after a failed page does not fetch it again.
  const ensure = useCallback(
    async (first: number, last: number) => {
      const [from, to] = pageRange(first, last);
      for (let page = from; page <= to; page += 1) await pages.fetch(page, notifyChange);
    },
    [pages],
  );
  useEffect(() => void ensure(0, 0), [ensure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `pages` is mutable, and changeCount changes with its content
  return useMemo(
    () => ({
      flatsKey,
      count: pages.count,
      error: pages.error,
      at: (index: number) => pages.flats.get(index),
      hasFailed: (first: number, last: number) => pages.hasFailed(pageRange(first, last)),
      ensure,
    }),
    [flatsKey, pages, ensure, changeCount],
  );
}
