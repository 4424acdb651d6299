import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { randomId } from '#console/data/random-id.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { CheckedList } from '../checked-list.ts';
import { sessionToken, showTaskFailure, type WorkerClient, WorkerTaskFailed } from '../worker-client.ts';
import type { CheckedPart, RecordShapes } from './record-shapes.ts';
import { type ImportRow, rowEffect, type UpdateKey } from './rows.ts';

/** Progress of a check or a submission, in rows. */
export interface ImportProgress {
  work: 'check' | 'keep';
  done: number;
  total: number;
}

/** Shows a failed worker task in the alert. @throws any other error, and a task failure of kind `unforeseen` */
function reportTaskFailure(error: unknown): null {
  if (!(error instanceof WorkerTaskFailed)) throw error;
  showTaskFailure(error);
  return null;
}

interface SubmitResult {
  kept: number;
  refused: number;
}

/** Submits the valid rows of a list to the server. @returns null when the call failed */
async function submitRows(
  list: CheckedList<ImportRow>,
  workerClient: () => Promise<WorkerClient<RecordShapes>>,
  reportProgress: (progress: ImportProgress | null) => void,
): Promise<SubmitResult | null> {
  const total = list.at(list.correct).filter((row) => rowEffect(row) !== 'unchanged').length;
  reportProgress({ work: 'keep', done: 0, total });
  list.isSending = true;
  try {
    const { created, refused, patch } = await (await workerClient()).run(
      'submit',
      { token: sessionToken() },
      (event) => {
        if (event.event !== 'progress') return;
        reportProgress({ work: 'keep', done: event.done, total: event.total });
        if (event.patch) list.apply(event.patch);
      },
    );
    list.apply(patch);
    // Only unchanged rows remain in the list, so leaving the page loses nothing.
    if (!list.wrong.length) list.hasCorrections = false;
    return { kept: created, refused };
  } catch (error) {
    return reportTaskFailure(error);
  } finally {
    list.isSending = false;
    reportProgress(null);
  }
}

const NO_LIST = { subscribe: () => () => undefined, version: () => 0 };

/**
 * Checks, corrects and submits the rows of an imported file. Functions return null when a call failed, and `submit` also without
 * a list.
 */
export function useCheckedRecords(resource: Resource, workerClient: () => Promise<WorkerClient<RecordShapes>>) {
  const [list, setList] = useState<CheckedList<ImportRow> | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [updateKey, setUpdateKey] = useState<UpdateKey | null>(null);
  // Idempotency key of the file: a resubmission after a lost connection is not stored twice, even if the file was re-read in
  // another encoding.
  const key = useRef(randomId());
  /** Indexes of corrected rows whose server check failed. */
  const uncheckedRows = useRef(new Set<number>());
  const { subscribe, version } = list ?? NO_LIST;
  const currentVersion = useSyncExternalStore(subscribe, version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is mutated; `currentVersion` changes with it
  const rows = useMemo(() => list && [...list.at(list.correct), ...list.at(list.wrong)], [list, currentVersion]);

  function reset(): void {
    key.current = randomId();
    setList(null);
    setProgress(null);
  }

  /** Has the server check a part of the rows and merges the result into the list. */
  async function check(part: CheckedPart, byKey: UpdateKey | null): Promise<true | null> {
    const nextList = part === 'file' || !list ? new CheckedList<ImportRow>() : list;
    // Show progress at once so that nothing else starts; the worker reports the exact number of rows.
    if (nextList === list) setProgress({ work: 'check', done: 0, total: list.correct.length + list.wrong.length });
    const request = { resource, updateKey: byKey, part, key: key.current, token: sessionToken() };
    try {
      const patch = await (await workerClient()).run('check', request, (event) => {
        if (event.event === 'checked') setProgress({ work: 'check', done: event.done, total: event.total });
        else if (event.event === 'rows') nextList.add(event.rows);
      });
      nextList.apply(patch);
      setList(nextList);
      return true;
    } catch (error) {
      return reportTaskFailure(error);
    } finally {
      setProgress(null);
    }
  }

  async function begin(byKey: UpdateKey | null): Promise<true | null> {
    setUpdateKey(byKey);
    setList(null);
    uncheckedRows.current.clear();
    return check('file', byKey);
  }

  const checkAgain = (part: CheckedPart) => check(part, updateKey);

  async function chooseKey(next: UpdateKey | null): Promise<void> {
    if (!list || progress) return;
    setUpdateKey(next);
    if (!(await check('unkept', next))) setUpdateKey(updateKey);
  }

  async function checkOutdated(): Promise<void> {
    if (!progress) await checkAgain('outdated');
  }

  async function correctCell(rowIndex: number, wire: string, cell: string): Promise<void> {
    const row = list?.rows[rowIndex];
    if (!list || !row) return;
    if (cell === (row.cells[wire] ?? '') && !uncheckedRows.current.has(rowIndex)) return;
    const cells = { ...row.cells, [wire]: cell };
    list.hasCorrections = true;
    list.apply(await (await workerClient()).run('mend', { at: rowIndex, cells }));
    void recheckRow(list, rowIndex, cells);
  }

  async function recheckRow(
    correctedList: CheckedList<ImportRow>,
    rowIndex: number,
    cells: ImportRow['cells'],
  ): Promise<void> {
    uncheckedRows.current.delete(rowIndex);
    try {
      const patch = await (await workerClient()).run('confirm', { at: rowIndex, cells, token: sessionToken() });
      if (patch) correctedList.apply(patch);
    } catch (error) {
      uncheckedRows.current.add(rowIndex);
      reportTaskFailure(error);
    }
  }

  const submit = async (): Promise<SubmitResult | null> => (list ? submitRows(list, workerClient, setProgress) : null);

  return { list, rows, progress, updateKey, reset, begin, checkAgain, chooseKey, checkOutdated, correctCell, submit };
}
