import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { randomId } from '#console/data/random-id.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { CheckedList } from '../checked-list.ts';
import { tellFailure, token, type WorkerClient, WorkerTaskFailed } from '../worker-client.ts';
import type { CheckedPart, RecordShapes } from './record-shapes.ts';
import { type ImportRow, rowEffect, type UpdateKey } from './rows.ts';

/** How far a check or a submission has come, in rows. */
export interface Progress {
  work: 'check' | 'keep';
  done: number;
  total: number;
}

/** Tells of a failed task in the alert. @returns null @throws any other error */
function reportTaskFailure(error: unknown): null {
  if (!(error instanceof WorkerTaskFailed)) throw error;
  tellFailure(error);
  return null;
}

/** How many rows were kept, and how many were refused. */
interface Kept {
  kept: number;
  refused: number;
}

/** Has the sound rows of a list kept. @returns null when it broke off */
async function keepRows(
  list: CheckedList<ImportRow>,
  workerClient: () => Promise<WorkerClient<RecordShapes>>,
  tellProgress: (progress: Progress | null) => void,
): Promise<Kept | null> {
  const total = list.at(list.correct).filter((row) => rowEffect(row) !== 'unchanged').length;
  tellProgress({ work: 'keep', done: 0, total });
  list.sending = true;
  try {
    const { created, refused, patch } = await (await workerClient()).run('submit', { token: token() }, (event) => {
      if (event.event !== 'progress') return;
      tellProgress({ work: 'keep', done: event.done, total: event.total });
      if (event.patch) list.apply(event.patch);
    });
    list.apply(patch);
    // Rows that change nothing are left in it, and are no loss.
    if (!list.wrong.length) list.mended = false;
    return { kept: created, refused };
  } catch (error) {
    return reportTaskFailure(error);
  } finally {
    list.sending = false;
    tellProgress(null);
  }
}

const NO_LIST = { subscribe: () => () => undefined, version: () => 0 };

/** Rows of a file as the server finds them. What answers with null was broken off by a failed call. */
export function useCheckedRecords(resource: Resource, workerClient: () => Promise<WorkerClient<RecordShapes>>) {
  const [list, setList] = useState<CheckedList<ImportRow> | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [updateKey, setUpdateKey] = useState<UpdateKey | null>(null);
  // One key a file: what is said again after a broken connection is not kept twice, in whatever encoding the file is read.
  const key = useRef(randomId());
  /** Places of mended rows that the server could not be asked about. */
  const unanswered = useRef(new Set<number>());
  const { subscribe, version } = list ?? NO_LIST;
  const currentVersion = useSyncExternalStore(subscribe, version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list itself stays the same when it changes
  const rows = useMemo(() => list && [...list.at(list.correct), ...list.at(list.wrong)], [list, currentVersion]);

  function drop(): void {
    key.current = randomId();
    setList(null);
    setProgress(null);
  }

  /** Has rows looked at, and puts them among the others. */
  async function check(part: CheckedPart, byKey: UpdateKey | null): Promise<true | null> {
    const nextList = part === 'file' || !list ? new CheckedList<ImportRow>() : list;
    // How many rows these are the worker says; nothing else may begin until then.
    if (nextList === list) setProgress({ work: 'check', done: 0, total: list.correct.length + list.wrong.length });
    const ask = { resource, updateKey: byKey, part, key: key.current, token: token() };
    try {
      const patch = await (await workerClient()).run('check', ask, (event) => {
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
    unanswered.current.clear();
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

  async function mend(at: number, wire: string, cell: string): Promise<void> {
    const row = list?.rows[at];
    if (!list || !row) return;
    if (cell === (row.cells[wire] ?? '') && !unanswered.current.has(at)) return;
    const cells = { ...row.cells, [wire]: cell };
    list.mended = true;
    list.apply(await (await workerClient()).run('mend', { at, cells }));
    void confirm(list, at, cells);
  }

  async function confirm(mendedList: CheckedList<ImportRow>, at: number, cells: ImportRow['cells']): Promise<void> {
    unanswered.current.delete(at);
    try {
      const patch = await (await workerClient()).run('confirm', { at, cells, token: token() });
      if (patch) mendedList.apply(patch);
    } catch (error) {
      unanswered.current.add(at);
      reportTaskFailure(error);
    }
  }

  const submit = async (): Promise<Kept | null> => (list ? keepRows(list, workerClient, setProgress) : null);

  return { list, rows, progress, updateKey, drop, begin, checkAgain, chooseKey, checkOutdated, mend, submit };
}
