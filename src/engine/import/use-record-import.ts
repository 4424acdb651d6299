import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { reportFailure } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { randomId } from '#console/data/random-id.ts';
import { importRoute } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { ImportCells } from '#resources/rules/import/fields.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { takeHandedFile } from './handed-file.ts';
import {
  type ImportRow,
  isSound,
  numberedFirst,
  parts,
  type ReadFile,
  readFile,
  sendRows,
  withOutcomes,
  withRepeats,
} from './rows.ts';

/** How far a check or a submission has come, in rows. */
interface Progress {
  done: number;
  total: number;
}

/** A file on its way into a section: read, checked by the server, mended, kept. */
export interface RecordImport {
  file: ReadFile | null;
  /** Rows that are not kept yet; null until all of them have been looked at. */
  rows: readonly ImportRow[] | null;
  reading: boolean;
  /** Why the file cannot be read, or not in the encoding that was chosen. */
  problem: string | null;
  progress: Progress | null;
  /** The encoding that the last file was to be read in, where the person chose it; null: they have chosen none. */
  encoding: Encoding | null;
  /** Whether another encoding may help: the last file is a text. */
  hasEncoding: boolean;
  open: (file: File) => Promise<void>;
  /** Reads the last file anew in this encoding; what was mended is gone. What does not read so leaves the rows as they are. */
  readAs: (encoding: Encoding) => Promise<void>;
  drop: () => void;
  /** Takes in the rows that Excel hides, which were left out at first. */
  takeHidden: () => Promise<void>;
  /** Puts another text into a cell and has its row looked at again. */
  mend: (row: ImportRow, wire: string, cell: string) => Promise<void>;
  /** Has the sound rows kept. @returns how many were, and how many were refused; null when it broke off */
  submit: () => Promise<{ kept: number; refused: number } | null>;
}

/** Workbooks say themselves how their texts are written. */
const WORKBOOK = /\.xlsx$/i;

/** Failed calls have told of themselves; everything else is a fault. */
function told(error: unknown): null {
  if (!(error instanceof RequestError)) throw error;
  return null;
}

/** Shows what is wrong with a file. @returns it */
function reported(problem: string): string {
  reportFailure(null, problem);
  return problem;
}

/** Has the server look at rows, a part after another. @throws RequestError */
async function checkRows(
  resource: Resource,
  fileRows: readonly ImportCells[],
  { key, signal, tell }: { key: string; signal: AbortSignal; tell: (progress: Progress) => void },
): Promise<ImportRow[]> {
  const checkedRows: ImportRow[] = [];
  tell({ done: 0, total: fileRows.length });
  for (const part of parts(fileRows)) {
    checkedRows.push(...withOutcomes(part, await sendRows(resource, part, { key, check: true }, signal)));
    tell({ done: checkedRows.length, total: fileRows.length });
  }
  return checkedRows;
}

/** Has the server keep rows. @returns numbers of those that are records now, and each as it is afterwards */
async function keepRows(
  resource: Resource,
  part: readonly ImportRow[],
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<{ ids: ReadonlySet<number>; after: ReadonlyMap<number, ImportRow> }> {
  const outcomes = await sendRows(resource, part, { key, check: false }, signal);
  const ids = new Set(outcomes.flatMap(({ row, id }) => (id === null ? [] : row)));
  return { ids, after: new Map(withOutcomes(part, outcomes).map((row) => [row.row, row])) };
}

/** A file, and the encoding that the person wants it read in; null: by what is in it. */
interface Choice {
  file: File;
  encoding: Encoding | null;
}

/** The file that was chosen last, and what came of reading it. */
function useChosenFile(resource: Resource) {
  const translate = useTranslate();
  const [reading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [lastChoice, setChosen] = useState<Choice | null>(null);

  /** Reads the file and goes on with its rows. @returns null when all went well; `isLost`: the server could not look at the rows */
  async function read(choice: Choice, signal: AbortSignal, goOn: (read: ReadFile) => Promise<void>) {
    setChosen(choice);
    setProblem(null);
    setReading(true);
    try {
      const found = await readFile(resource, choice.file, choice.encoding ?? undefined);
      if (!signal.aborted) await goOn(found);
      return null;
    } catch (error) {
      if (signal.aborted) return null;
      if (!(error instanceof ImportFileError)) {
        told(error);
        return { isLost: true };
      }
      setProblem(reported(translate(`import.file.${error.problem}`, error.params)));
      return { isLost: false };
    } finally {
      if (!signal.aborted) setReading(false);
    }
  }
  function drop(): void {
    setReading(false);
    setProblem(null);
    setChosen(null);
  }
  return { reading, problem, chosen: lastChoice, read, drop };
}

/** Opens the file that another page has handed over. */
function useHandedFile({ routes }: Resource, open: (file: File) => Promise<void>): void {
  const openFile = useRef(open);
  openFile.current = open;
  const path = importRoute(routes.list);
  useEffect(() => {
    const file = takeHandedFile(path);
    if (file) void openFile.current(file);
  }, [path]);
}

export function useRecordImport(resource: Resource): RecordImport {
  const [file, setFile] = useState<ReadFile | null>(null);
  const [rows, setRows] = useState<readonly ImportRow[] | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const choice = useChosenFile(resource);
  // One key a file: what is said again after a broken connection is not kept twice.
  const key = useRef(randomId());
  const work = useRef(new AbortController());
  useEffect(() => () => work.current.abort(), []);
  const checked = useMemo(() => rows && withRepeats(resource, rows), [resource, rows]);

  function drop(): void {
    work.current.abort();
    work.current = new AbortController();
    setFile(null);
    setRows(null);
    setProgress(null);
    choice.drop();
  }

  async function check(found: readonly ImportCells[], signal: AbortSignal): Promise<readonly ImportRow[]> {
    const checkedRows = await checkRows(resource, found, { key: key.current, signal, tell: setProgress });
    setProgress(null);
    setRows((now) => [...(now ?? []), ...checkedRows].sort((one, other) => one.row - other.row));
    return checkedRows;
  }

  async function open(next: File, encoding: Encoding | null = null): Promise<void> {
    if (!encoding) drop();
    const { signal } = work.current;
    // What was kept of the same file is not kept twice, in whatever encoding it is read.
    if (!encoding) key.current = randomId();
    const failed = await choice.read({ file: next, encoding }, signal, async (read) => {
      setFile(read);
      setRows(null);
      await check(read.rows, signal);
    });
    if (!failed) return;
    setProgress(null);
    if (failed.isLost) setFile(null);
  }

  async function readAs(encoding: Encoding): Promise<void> {
    if (choice.chosen && !progress) await open(choice.chosen.file, encoding);
  }

  async function takeHidden(): Promise<void> {
    const { signal } = work.current;
    if (!file || progress) return;
    const known = await check(file.hidden, signal).catch((error) => (signal.aborted ? null : told(error)));
    if (known && !signal.aborted) setFile({ ...file, hidden: [] });
    else setProgress(null);
  }

  async function mend(row: ImportRow, wire: string, cell: string): Promise<void> {
    const { signal } = work.current;
    const next = { ...row, cells: { ...row.cells, [wire]: cell } };
    setRows((now) => now?.map((one) => (one.row === row.row ? next : one)) ?? null);
    const outcomes = await sendRows(resource, [next], { key: key.current, check: true }, signal).catch(told);
    if (!outcomes || signal.aborted) return;
    // It may have been mended again meanwhile: the last text counts.
    const [looked] = withOutcomes([next], outcomes);
    const isSame = (one: ImportRow) => one.row === row.row && one.cells === next.cells;
    setRows((now) => now?.map((one) => (isSame(one) ? { ...one, ...looked } : one)) ?? null);
  }

  async function submit(): Promise<{ kept: number; refused: number } | null> {
    const sound = numberedFirst(resource, (checked ?? []).filter(isSound));
    const { signal } = work.current;
    let [doneCount, keptCount] = [0, 0];
    setProgress({ done: doneCount, total: sound.length });
    try {
      for (const part of parts(sound)) {
        const { ids, after } = await keepRows(resource, part, { key: key.current, signal });
        setRows((now) => now?.flatMap((row) => (ids.has(row.row) ? [] : (after.get(row.row) ?? row))) ?? null);
        doneCount += part.length;
        keptCount += ids.size;
        setProgress({ done: doneCount, total: sound.length });
      }
      return { kept: keptCount, refused: sound.length - keptCount };
    } catch (error) {
      return signal.aborted ? null : told(error);
    } finally {
      if (!signal.aborted) setProgress(null);
    }
  }

  useHandedFile(resource, open);
  const { reading, problem, chosen } = choice;
  const encoding = chosen?.encoding ?? null;
  const hasEncoding = chosen !== null && !WORKBOOK.test(chosen.file.name);
  const state = { file, rows: checked, reading, problem, progress, encoding, hasEncoding };
  return { ...state, open, readAs, drop, takeHidden, mend, submit };
}
