import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows drawn at once; the next follow when these stand, so that the page answers meanwhile. */
const STEP = 200;
/** Rows that come to stand in the page by themselves; more only when they are asked for. */
const ROWS_MAX = 5000;

/** Whether the page is on its way to paper, however it was asked for: then every row has to stand in it. */
function usePaper(): boolean {
  const [paper, setPaper] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPaper(true));
    const after = () => setPaper(false);
    globalThis.addEventListener('beforeprint', before);
    globalThis.addEventListener('afterprint', after);
    return () => {
      globalThis.removeEventListener('beforeprint', before);
      globalThis.removeEventListener('afterprint', after);
    };
  }, []);
  return paper;
}

/**
 * The rows that stand in the page, where the browser's own search finds them: step by step all of them, very many only when
 * they are asked for; on paper all.
 */
export function useDrawnRows<Row>(rows: readonly Row[]) {
  const [drawnCount, setDrawnCount] = useState(STEP);
  const [rowLimit, setRowLimit] = useState(ROWS_MAX);
  const paper = usePaper();
  const goal = Math.min(rows.length, rowLimit);
  useEffect(() => {
    if (drawnCount >= goal) return;
    const timer = setTimeout(() => startTransition(() => setDrawnCount(drawnCount + STEP)));
    return () => clearTimeout(timer);
  }, [drawnCount, goal]);
  const drawnRows = paper || drawnCount >= rows.length ? rows : rows.slice(0, Math.min(drawnCount, rowLimit));
  return {
    shown: drawnRows,
    /** How many come to stand in the page by themselves. */
    goal,
    /** How many do not stand in the page, and will not by themselves. */
    left: paper ? 0 : rows.length - goal,
    /** Whether more are on their way into the page. */
    isGrowing: drawnRows.length < goal,
    all: () => setRowLimit(Number.POSITIVE_INFINITY),
  };
}
