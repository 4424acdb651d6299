import { useEffect, useMemo, useRef, useState } from 'react';
import { RequestError } from '#console/data/http/request-error.ts';
import { randomId } from '#console/data/random-id.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { ImportCells } from '#resources/rules/import/fields.ts';
import {
  type ImportRow,
  isSound,
  keptOfCall,
  numberedFirst,
  parts,
  rowEffect,
  type Submission,
  sendRows,
  type UpdateKey,
  withCheckedRows,
  withOutcomes,
  withRepeats,
} from './rows.ts';

/** How far a check or a submission has come, in rows. */
export interface Progress {
  work: 'check' | 'keep';
  done: number;
  total: number;
}

/** Nothing to do about a failed call, of which the alert has told. @throws any other error */
export function ignoreReported(error: unknown): null {
  if (!(error instanceof RequestError)) throw error;
  return null;
}

/** Has the server look at rows, a part after another. @throws RequestError */
async function checkRows(
  resource: Resource,
  fileRows: readonly ImportCells[],
  { signal, tell, ...submission }: Submission & { signal: AbortSignal; tell: (progress: Progress) => void },
): Promise<ImportRow[]> {
  const checkedRows: ImportRow[] = [];
  tell({ work: 'check', done: 0, total: fileRows.length });
  for (const part of parts(fileRows)) {
    checkedRows.push(...withOutcomes(part, await sendRows(resource, part, { ...submission, check: true }, signal)));
    tell({ work: 'check', done: checkedRows.length, total: fileRows.length });
  }
  return checkedRows;
}

/** Has the server keep rows. @returns numbers of those that are records now, and each as it is afterwards */
async function keepRows(
  resource: Resource,
  part: readonly ImportRow[],
  { signal, ...submission }: Submission & { signal: AbortSignal },
): Promise<{ ids: ReadonlySet<number>; after: ReadonlyMap<number, ImportRow> }> {
  const outcomes = await sendRows(resource, part, { ...submission, check: false }, signal);
  const ids = new Set(outcomes.flatMap(({ row, id }) => (id === null ? [] : row)));
  return { ids, after: new Map(withOutcomes(part, outcomes).map((row) => [row.row, row])) };
}

/**
 * Has rows kept, a part after another.
 * @param tell called after each part with its rows as they are then; null for a row that was kept
 * @returns how many were kept
 */
async function keepAll(
  resource: Resource,
  rows: readonly ImportRow[],
  submission: Submission & { signal: AbortSignal },
  tell: (after: ReadonlyMap<number, ImportRow | null>, progress: Progress) => void,
): Promise<number> {
  const total = rows.length;
  let [doneCount, keptCount] = [0, 0];
  tell(new Map(), { work: 'keep', done: doneCount, total });
  for (const part of parts(rows, keptOfCall(submission.updateKey))) {
    const { ids, after } = await keepRows(resource, part, submission);
    doneCount += part.length;
    keptCount += ids.size;
    const now = new Map([...after].map(([row, one]) => [row, ids.has(row) ? null : one]));
    tell(now, { work: 'keep', done: doneCount, total });
  }
  return keptCount;
}

/** The key of what is sent about a file, and what breaks its calls off; both begin anew with another file. */
function useWork() {
  // One key a file: what is said again after a broken connection is not kept twice, in whatever encoding the file is read.
  const key = useRef(randomId());
  const work = useRef(new AbortController());
  useEffect(() => () => work.current.abort(), []);
  function beginAnew(): void {
    work.current.abort();
    work.current = new AbortController();
    key.current = randomId();
  }
  return { key, work, beginAnew };
}

/** Rows of a file as the server finds them. What answers with null was broken off, by a failed call or with the page. */
export function useCheckedRows(resource: Resource) {
  const [rows, setRows] = useState<readonly ImportRow[] | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [updateKey, setUpdateKey] = useState<UpdateKey | null>(null);
  const { key, work, beginAnew } = useWork();
  const latestKey = useRef(updateKey);
  latestKey.current = updateKey;
  const checked = useMemo(() => rows && withRepeats(resource, rows, updateKey), [resource, rows, updateKey]);
  const stop = () => setProgress(null);

  function drop(): void {
    beginAnew();
    setRows(null);
    stop();
  }

  /** Has rows looked at, and puts them among the others. */
  async function check(fileRows: readonly ImportCells[], byKey: UpdateKey | null): Promise<void> {
    const submission = { key: key.current, updateKey: byKey, signal: work.current.signal };
    const checkedRows = await checkRows(resource, fileRows, { ...submission, tell: setProgress });
    stop();
    setRows((now) => withCheckedRows(now ?? [], fileRows, checkedRows));
  }

  async function begin(fileRows: readonly ImportCells[], byKey: UpdateKey | null): Promise<void> {
    setUpdateKey(byKey);
    setRows(null);
    await check(fileRows, byKey);
  }

  async function checkAgain(
    fileRows: readonly ImportCells[],
    byKey: UpdateKey | null = updateKey,
  ): Promise<true | null> {
    const { signal } = work.current;
    try {
      await check(fileRows, byKey);
      return true;
    } catch (error) {
      if (signal.aborted) return null;
      stop();
      return ignoreReported(error);
    }
  }

  async function chooseKey(next: UpdateKey | null): Promise<void> {
    if (!rows || progress) return;
    setUpdateKey(next);
    if (!(await checkAgain(rows, next))) setUpdateKey(updateKey);
  }

  async function checkOutdated(): Promise<void> {
    if (!progress) await checkAgain((rows ?? []).filter(({ isOutdated }) => isOutdated));
  }

  async function mend(row: ImportRow, wire: string, cell: string): Promise<void> {
    const { signal } = work.current;
    const next = { ...row, cells: { ...row.cells, [wire]: cell } };
    setRows((now) => now?.map((one) => (one.row === row.row ? next : one)) ?? null);
    const outcomes = await sendRows(resource, [next], { key: key.current, updateKey, check: true }, signal).catch(
      ignoreReported,
    );
    // By another key, which was chosen meanwhile, the row has been looked at with all others.
    if (!outcomes || signal.aborted || latestKey.current !== updateKey) return;
    // It may have been mended again meanwhile: the last text counts.
    const [checkedRow] = withOutcomes([next], outcomes);
    const isSame = (one: ImportRow) => one.row === row.row && one.cells === next.cells;
    setRows((now) => now?.map((one) => (isSame(one) ? { ...one, ...checkedRow } : one)) ?? null);
  }

  async function submit(): Promise<{ kept: number; refused: number } | null> {
    const sound = (checked ?? []).filter((row) => isSound(row) && rowEffect(row) !== 'unchanged');
    const sentRows = numberedFirst(resource, sound);
    const { signal } = work.current;
    try {
      const keptCount = await keepAll(resource, sentRows, { key: key.current, updateKey, signal }, (after, now) => {
        setRows(
          (all) => all?.flatMap((row) => (after.get(row.row) === null ? [] : (after.get(row.row) ?? row))) ?? null,
        );
        setProgress(now);
      });
      return { kept: keptCount, refused: sentRows.length - keptCount };
    } catch (error) {
      return signal.aborted ? null : ignoreReported(error);
    } finally {
      if (!signal.aborted) stop();
    }
  }

  const signal = () => work.current.signal;
  const state = { rows: checked, progress, updateKey };
  return { ...state, signal, drop, stop, begin, checkAgain, chooseKey, checkOutdated, mend, submit };
}
