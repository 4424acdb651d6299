import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { loadFlats } from '#console/data/readings.ts';
import type { MeterItem } from '#resources/protocol/readings.ts';

/** Flats a page of the round brings. */
const PAGE_SIZE = 100;

/** The flats of a round, fetched as one comes to them. */
export interface RoundRows {
  /** How many there are; null until it is known. */
  count: number | null;
  /** The flat of a place in the table; undefined while it is on its way. */
  at(index: number): MeterItem | undefined;
  /** Fetches the flats between two places. @returns once they are there */
  ensure(first: number, last: number): Promise<void>;
  error: unknown;
}

/** The flats of some buildings for a month, page after page. */
export function useRoundRows(buildings: readonly number[], month: string): RoundRows {
  const asked = `${month} ${buildings.join()}`;
  const pages = useRef(new Map<number, Promise<void>>());
  const flats = useRef(new Map<number, MeterItem>());
  const [count, setCount] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [, redraw] = useState(0);

  const fetchPage = useCallback(
    (page: number): Promise<void> => {
      const known = pages.current.get(page);
      if (known) return known;
      const made = loadFlats({ buildings, date: month, page, pageSize: PAGE_SIZE, norms: true }).then(
        (answer) => {
          for (const [index, flat] of answer.results.entries()) flats.current.set((page - 1) * PAGE_SIZE + index, flat);
          setCount(answer.count);
          redraw((times) => times + 1);
        },
        (failure) => {
          // The alert has told; another look at the place tries again.
          pages.current.delete(page);
          setError(failure);
        },
      );
      pages.current.set(page, made);
      return made;
    },
    [buildings, month],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: other flats begin anew
  useEffect(() => {
    pages.current = new Map();
    flats.current = new Map();
    setCount(null);
    setError(null);
    void fetchPage(1);
  }, [asked]);

  return useMemo(
    () => ({
      count,
      error,
      at: (index: number) => flats.current.get(index),
      ensure: async (first: number, last: number) => {
        const from = Math.floor(first / PAGE_SIZE) + 1;
        const to = Math.floor(last / PAGE_SIZE) + 1;
        for (let page = from; page <= to; page += 1) await fetchPage(page);
      },
    }),
    [count, error, fetchPage],
  );
}
