import { useEffect, useRef, useState } from 'react';
import { useServerFeature } from '#console/data/session/features.ts';
import { importRoute } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { CheckedList } from '../checked-list.ts';
import { useFile } from '../use-file.ts';
import { useWorkerClient } from '../use-worker-client.ts';
import type { Connect } from '../worker-messages.ts';
import { takePassedFile } from './handed-file.ts';
import type { OpenedRecords, RecordShapes } from './record-shapes.ts';
import { defaultUpdateKey, type ImportRow, type UpdateKey, updateKeys } from './rows.ts';
import { type ImportProgress, useCheckedRecords } from './use-checked-records.ts';

/** A file that was read as records of a section. */
interface RecordFile extends OpenedRecords {
  name: string;
}

/** State and actions of an import: reading, checking, correcting and submitting a file. */
export interface RecordImport {
  file: RecordFile | null;
  /** The checked rows; null until all of them have been checked. */
  list: CheckedList<ImportRow> | null;
  /** Rows not imported yet. */
  rows: readonly ImportRow[] | null;
  reading: boolean;
  /** Why the file cannot be read, in the selected encoding if one was selected. */
  problem: string | null;
  progress: ImportProgress | null;
  /** The encoding that the person has selected for the last file; null if none. */
  encoding: Encoding | null;
  /** Whether another encoding may help, i.e. the last file is a text file. */
  hasEncoding: boolean;
  open: (file: File) => Promise<void>;
  /** Rereads the last file in an encoding, discarding corrections. If that fails, the rows are kept. */
  readAs: (encoding: Encoding) => Promise<void>;
  reset: () => void;
  /** Adds the rows hidden in Excel, which were skipped at first. */
  takeHidden: () => Promise<void>;
  /** Whether the server can update records by import. */
  canUpdate: boolean;
  /** Keys by which rows may update records; empty if the server cannot update or the file lacks their columns. */
  updateKeys: readonly UpdateKey[];
  /** The selected key; null: every row is a new record. */
  updateKey: UpdateKey | null;
  /** Checks all rows again with another key, or without one. */
  chooseKey: (updateKey: UpdateKey | null) => Promise<void>;
  /** Checks the rows again whose records have changed since the check. */
  checkOutdated: () => Promise<void>;
  /** Changes a cell of a row and has the row checked again; the same text is checked again only if the last check failed. */
  correctCell: (at: number, wire: string, cell: string) => Promise<void>;
  /** Submits the valid rows except unchanged ones. @returns numbers of imported and refused rows; null when the call failed */
  submit: () => Promise<{ kept: number; refused: number } | null>;
}

/** Workbooks declare their own encoding. */
const WORKBOOK = /\.xlsx$/i;

/** Loads the worker with the first file. */
const connectWorker: Connect<RecordShapes> = async () => (await import('./open-record-worker.ts')).openRecordWorker();

/** Opens the file that another page has passed on. */
function useHandedFile({ routes }: Resource, open: (file: File) => Promise<void>): void {
  const openFile = useRef(open);
  openFile.current = open;
  const path = importRoute(routes.list);
  useEffect(() => {
    const file = takePassedFile(path);
    if (file) void openFile.current(file);
  }, [path]);
}

export function useRecordImport(resource: Resource): RecordImport {
  const [file, setFile] = useState<RecordFile | null>(null);
  const canUpdate = useServerFeature('importUpdates');
  const { workerClient, terminate } = useWorkerClient(connectWorker);
  const { chosen: chosenFile, open: readFile, reset: resetFile } = useFile<RecordShapes>(workerClient, { resource });
  const checked = useCheckedRecords(resource, workerClient);
  const { list, rows, progress, updateKey, checkAgain, chooseKey, checkOutdated, correctCell, submit } = checked;
  const findUpdateKeys = (read: OpenedRecords | null) => (canUpdate && read ? updateKeys(resource, read.fields) : []);

  function reset(): void {
    terminate();
    checked.reset();
    setFile(null);
    resetFile();
  }

  async function open(newFile: File, encoding?: Encoding): Promise<void> {
    if (!encoding) reset();
    const read = await readFile(newFile, { encoding });
    if (!read) return;
    setFile({ ...read, name: newFile.name });
    if (!(await checked.begin(defaultUpdateKey(resource, findUpdateKeys(read))))) setFile(null);
  }

  const isBeingRead = chosenFile !== null && !chosenFile.opened && chosenFile.problem === null;
  async function readAs(encoding: Encoding): Promise<void> {
    if (chosenFile && !isBeingRead && !progress) await open(chosenFile.file, encoding);
  }

  async function takeHidden(): Promise<void> {
    if (!file || progress) return;
    if (await checkAgain('hidden')) setFile({ ...file, hidden: 0 });
  }

  useHandedFile(resource, open);
  return {
    file,
    list,
    rows,
    reading: isBeingRead || (!list && progress !== null),
    problem: chosenFile?.problem ?? null,
    progress,
    encoding: chosenFile?.reading.encoding ?? null,
    hasEncoding: chosenFile !== null && !WORKBOOK.test(chosenFile.file.name),
    open,
    readAs,
    reset,
    takeHidden,
    canUpdate,
    updateKeys: findUpdateKeys(file),
    updateKey,
    chooseKey,
    checkOutdated,
    correctCell,
    submit,
  };
}
