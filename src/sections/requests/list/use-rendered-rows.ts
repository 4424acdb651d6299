import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows added per render step, so that the page stays responsive. */
const ROWS_PER_STEP = 200;
/** Rows rendered without being asked for; the rest need «show all». */
const ROWS_MAX = 5000;

/** Whether the page is being printed, in which case every row is rendered. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const beforePrint = () => flushSync(() => setIsPrinting(true));
    const afterPrint = () => setIsPrinting(false);
    globalThis.addEventListener('beforeprint', beforePrint);
    globalThis.addEventListener('afterprint', afterPrint);
    return () => {
      globalThis.removeEventListener('beforeprint', beforePrint);
      globalThis.removeEventListener('afterprint', afterPrint);
    };
  }, []);
  return isPrinting;
}

/**
 * Renders rows in steps rather than virtually, so that the browser's find-in-page works; above `ROWS_MAX` only on request, in
 * print all.
 */
export function useRenderedRows<Row>(rows: readonly Row[]) {
  const [drawnCount, setDrawnCount] = useState(ROWS_PER_STEP);
  const [rowLimit, setRowLimit] = useState(ROWS_MAX);
  const isPrinting = useIsPrinting();
  const targetCount = Math.min(rows.length, rowLimit);
  useEffect(() => {
    if (drawnCount >= targetCount) return;
    const timer = setTimeout(() => startTransition(() => setDrawnCount(drawnCount + ROWS_PER_STEP)));
    return () => clearTimeout(timer);
  }, [drawnCount, targetCount]);
  const drawnRows = isPrinting || drawnCount >= rows.length ? rows : rows.slice(0, Math.min(drawnCount, rowLimit));
  return {
    renderedRows: drawnRows,
    /** Number of rows that will be rendered without a further request. */
    targetCount,
    /** Number of rows that are rendered only on request. */
    hiddenCount: isPrinting ? 0 : rows.length - targetCount,
    /** Whether rows are still being added. */
    isGrowing: drawnRows.length < targetCount,
    showAll: () => setRowLimit(Number.POSITIVE_INFINITY),
  };
}
