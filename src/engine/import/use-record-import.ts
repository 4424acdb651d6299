import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { reportFailure } from '#console/data/http/failures.ts';
import { useAddition } from '#console/data/session/features.ts';
import { importRoute } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import { ImportFileError } from '#resources/rules/import/problem.ts';
import { takeHandedFile } from './handed-file.ts';
import { firstKey, type ImportRow, type ReadFile, readFile, type UpdateKey, updateKeys } from './rows.ts';
import { ignoreReported, type Progress, useCheckedRows } from './use-checked-rows.ts';

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
  /** Whether the server changes records out of a file. */
  canUpdate: boolean;
  /** Keys by which rows may change records; none where the server only makes new ones, or the file has no such columns. */
  updateKeys: readonly UpdateKey[];
  /** The chosen one; null: every row is a new record. */
  updateKey: UpdateKey | null;
  /** Has all rows looked at again, by another key or by none. */
  chooseKey: (updateKey: UpdateKey | null) => Promise<void>;
  /** Has the rows looked at again whose records have changed since the check. */
  checkOutdated: () => Promise<void>;
  /** Puts another text into a cell and has its row looked at again. */
  mend: (row: ImportRow, wire: string, cell: string) => Promise<void>;
  /** Has the sound rows kept, but those that change nothing. @returns how many were, and how many were refused; null when it broke off */
  submit: () => Promise<{ kept: number; refused: number } | null>;
}

/** Workbooks say themselves how their texts are written. */
const WORKBOOK = /\.xlsx$/i;

/** Shows what is wrong with a file. @returns it */
function reported(problem: string): string {
  reportFailure(null, problem);
  return problem;
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
        ignoreReported(error);
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
  const canUpdate = useAddition('importUpdates');
  const choice = useChosenFile(resource);
  const checked = useCheckedRows(resource);
  const { rows, progress, updateKey, checkAgain, chooseKey, checkOutdated, mend, submit } = checked;
  const keysOf = (read: ReadFile | null) => (canUpdate && read ? updateKeys(resource, read.fields) : []);

  function drop(): void {
    checked.drop();
    setFile(null);
    choice.drop();
  }

  async function open(next: File, encoding: Encoding | null = null): Promise<void> {
    if (!encoding) drop();
    const failed = await choice.read({ file: next, encoding }, checked.signal(), async (read) => {
      setFile(read);
      await checked.begin(read.rows, firstKey(resource, keysOf(read)));
    });
    if (!failed) return;
    checked.stop();
    if (failed.isLost) setFile(null);
  }

  async function readAs(encoding: Encoding): Promise<void> {
    if (choice.chosen && !choice.reading && !progress) await open(choice.chosen.file, encoding);
  }

  async function takeHidden(): Promise<void> {
    if (!file || progress) return;
    if (await checkAgain(file.hidden)) setFile({ ...file, hidden: [] });
  }

  useHandedFile(resource, open);
  const { reading, problem, chosen } = choice;
  const encoding = chosen?.encoding ?? null;
  const hasEncoding = chosen !== null && !WORKBOOK.test(chosen.file.name);
  const state = { file, rows, reading, problem, progress, encoding, hasEncoding };
  const keys = { canUpdate, updateKeys: keysOf(file), updateKey, chooseKey, checkOutdated };
  return { ...state, ...keys, open, readAs, drop, takeHidden, mend, submit };
}
