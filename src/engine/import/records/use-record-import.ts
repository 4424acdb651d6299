import { useEffect, useRef, useState } from 'react';
import { useAddition } from '#console/data/session/features.ts';
import { importRoute } from '#resources/language/complete-definition.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { CheckedList } from '../checked-list.ts';
import { useFile } from '../use-file.ts';
import { useWorkerClient } from '../use-worker-client.ts';
import type { Connect } from '../worker-messages.ts';
import { takeHandedFile } from './handed-file.ts';
import type { OpenedRecords, RecordShapes } from './record-shapes.ts';
import { firstKey, type ImportRow, type UpdateKey, updateKeys } from './rows.ts';
import { type Progress, useCheckedRecords } from './use-checked-records.ts';

/** A file that was read as records of a section. */
interface RecordFile extends OpenedRecords {
  name: string;
}

/** A file on its way into a section: read, checked by the server, mended, kept. */
export interface RecordImport {
  file: RecordFile | null;
  /** The checked rows; null until all of them have been looked at. */
  list: CheckedList<ImportRow> | null;
  /** Those that are not kept yet. */
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
  /** Puts another text into a cell of the row at a place. The row is looked at again by itself; with the same text where that failed before. */
  mend: (at: number, wire: string, cell: string) => Promise<void>;
  /** Has the sound rows kept, but those that change nothing. @returns how many were, and how many were refused; null when it broke off */
  submit: () => Promise<{ kept: number; refused: number } | null>;
}

/** Workbooks say themselves how their texts are written. */
const WORKBOOK = /\.xlsx$/i;

/** The worker comes with the first file. */
const connectWorker: Connect<RecordShapes> = async () => (await import('./open-record-worker.ts')).openRecordWorker();

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
  const [file, setFile] = useState<RecordFile | null>(null);
  const canUpdate = useAddition('importUpdates');
  const { workerClient, breakOff } = useWorkerClient(connectWorker);
  const { chosen: chosenFile, open: readFile, drop: dropFile } = useFile<RecordShapes>(workerClient, { resource });
  const checked = useCheckedRecords(resource, workerClient);
  const { list, rows, progress, updateKey, checkAgain, chooseKey, checkOutdated, mend, submit } = checked;
  const keysOf = (read: OpenedRecords | null) => (canUpdate && read ? updateKeys(resource, read.fields) : []);

  function drop(): void {
    breakOff();
    checked.drop();
    setFile(null);
    dropFile();
  }

  async function open(next: File, encoding?: Encoding): Promise<void> {
    if (!encoding) drop();
    const read = await readFile(next, { encoding });
    if (!read) return;
    setFile({ ...read, name: next.name });
    if (!(await checked.begin(firstKey(resource, keysOf(read))))) setFile(null);
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
    drop,
    takeHidden,
    canUpdate,
    updateKeys: keysOf(file),
    updateKey,
    chooseKey,
    checkOutdated,
    mend,
    submit,
  };
}
