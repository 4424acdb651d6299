import { useCallback, useEffect, useRef, useState } from 'react';
import { keepDraftProgress, readDraftProgress } from '#console/data/drafts/draft-files.ts';
import { type Draft, draftKey, writeDraft } from '#console/data/drafts/drafts.ts';
import { type FileDraft, forgetFileDraft, keepFileDraft, readFileDraft } from '#console/data/drafts/file-draft.ts';
import { useOwnDraftKey } from '#console/data/drafts/own-draft-key.ts';
import { randomId } from '#console/data/random-id.ts';
import { session } from '#console/data/session/session.ts';
import type { Reading } from '#console/engine/import/worker-messages.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { Cells } from './resident-shapes.ts';
import { mergeSpans, type RowSpan } from './spans.ts';

const PATH = '/download-resident-form';

/** Progress with a list: corrected rows by their number in the file, and the rows already sent. */
export interface ListProgress {
  mended: Readonly<Record<string, Cells>>;
  sent: readonly RowSpan[];
}

/** How a file is imported, and the progress. */
interface Work extends ListProgress {
  /** Links the stored file, its draft and its progress; missing in older drafts. */
  id: string | undefined;
  building: number;
  encoding: Encoding | undefined;
  withHidden: boolean | undefined;
}

/** A stored list that was not sent completely. */
type ListDraft = FileDraft<Work>;

const NO_PROGRESS: ListProgress = { mended: {}, sent: [] };

/** Reads a draft; deep validation is unnecessary, because drafts of another version are dropped before. */
function readWork({ values }: Draft): Work | null {
  const { id, building, encoding, withHidden } = values as Partial<Work>;
  if (typeof building !== 'number') return null;
  // Older drafts stored the progress in the draft itself.
  return { id, building, encoding, withHidden, ...(readProgress(values) ?? NO_PROGRESS) };
}

function readProgress(stored: unknown): ListProgress | null {
  const { mended, sent } = (stored ?? {}) as Partial<ListProgress>;
  return typeof mended === 'object' && Array.isArray(sent) ? { mended, sent } : null;
}

/** Reads the draft and its progress, which is stored beside the file because it may exceed the size limit of drafts. */
async function readList(key: string): Promise<ListDraft | null> {
  const [draft, progress] = await Promise.all([readFileDraft(key, readWork), readDraftProgress(key)]);
  const isSameList = draft?.id === (progress as Partial<Work> | null)?.id;
  return draft && { ...draft, ...(isSameList ? readProgress(progress) : null) };
}

/** Deletes the signed-in user's stored list. */
export function deleteStoredList(): void {
  const user = session.userId.get();
  if (user !== null) forgetFileDraft(draftKey(user, PATH, ''));
}

/** The current list as stored in the draft. */
interface CurrentList {
  file: File | null;
  work: Work | null;
  /** Resolves when the draft of a continued list has been read; progress is stored only after that. */
  ready: Promise<void>;
}

/** The stored work on this file; null if the file, the building or the encoding differs. */
function sameWork(
  { file, work }: CurrentList,
  nextFile: File,
  building: number,
  encoding: Encoding | undefined,
): Work | null {
  const isSame = file === nextFile && work?.building === building && work.encoding === encoding;
  return isSame ? work : null;
}

/** Stores the progress; reports once per list if the browser cannot store it. */
function useProgressWriter(key: string | null, list: CurrentList) {
  const [storeFailure, setStoreFailure] = useState<'not' | 'told' | null>(null);
  const onStored = useCallback(
    (id: Work['id'], isStored: boolean) => {
      if (!isStored && list.work && list.work.id === id) setStoreFailure((before) => before ?? 'not');
    },
    [list],
  );
  const write = useCallback(
    ({ mended, sent: sentSpans, ...note }: Work) => {
      const { id } = note;
      list.work = { ...note, mended, sent: sentSpans };
      if (!key) return;
      // The draft has the time of the list; without a draft the data beside the file is deleted.
      const isDraftWritten = writeDraft(key, { ...note });
      if (isDraftWritten)
        void keepDraftProgress(key, { id, mended, sent: sentSpans }).then((isProgressStored) =>
          onStored(id, isProgressStored),
        );
      else onStored(id, false);
    },
    [key, list, onStored],
  );
  /** Stores changes of the draft. */
  const change = useCallback(
    (getChange: (currentWork: Work) => Partial<ListProgress>) => {
      void list.ready.then(() => {
        if (list.work) write({ ...list.work, ...getChange(list.work) });
      });
    },
    [list, write],
  );
  return { storeFailure, setStoreFailure, onStored, write, change };
}

/**
 * The stored list, to be offered.
 * @param isListOpen whether a list is open already; its draft is then continued instead of being offered
 * @param onLost called if the draft of an open list is missing
 */
function useOffer(key: string | null, list: CurrentList, isListOpen: boolean, onLost: () => void) {
  const [offer, setOffer] = useState<ListDraft | null>(null);
  const isContinued = useRef(isListOpen);
  useEffect(() => {
    if (!key) return;
    let isMounted = true;
    const reading = readList(key);
    if (isContinued.current) {
      list.ready = reading.then((storedDraft) => {
        if (storedDraft) list.work ??= storedDraft;
        else if (isMounted) onLost();
      });
    }
    // No offer if a new file was chosen while the draft was being read.
    else void reading.then((storedDraft) => isMounted && !list.work && setOffer(storedDraft));
    return () => {
      isMounted = false;
    };
  }, [key, list, onLost]);
  return [offer, setOffer] as const;
}

/**
 * Stores the chosen file and its corrections as a local draft, so that they survive a closed tab, a lost connection and an
 * expired session; offers an earlier draft, and reports if the browser cannot store it.
 * @param open whether a list kept in memory is open already; its draft is then continued instead of being offered
 */
export function useListDraft(open: boolean) {
  const key = useOwnDraftKey(PATH);
  const [list] = useState<CurrentList>(() => ({ file: null, work: null, ready: Promise.resolve() }));
  const { storeFailure, setStoreFailure, onStored, write, change } = useProgressWriter(key, list);
  const onLost = useCallback(() => setStoreFailure((before) => before ?? 'not'), [setStoreFailure]);
  const [offer, setOffer] = useOffer(key, list, open, onLost);

  /** Stored progress with this file. */
  const findProgress = useCallback(
    (file: File, building: number, encoding: Encoding | undefined): ListProgress =>
      sameWork(list, file, building, encoding) ?? NO_PROGRESS,
    [list],
  );

  /** Stores the chosen file. */
  const choose = useCallback(
    (file: File, building: number, { encoding, withHidden }: Reading = {}) => {
      const work = sameWork(list, file, building, encoding);
      const newWork = { id: randomId(), building, encoding, withHidden };
      if (list.file !== file) setStoreFailure(null);
      list.file = file;
      setOffer(null);
      // A new list is stored under a new id, so that progress of an earlier list is not applied to it.
      if (key && !work)
        void keepFileDraft(key, newWork, file).then((isFileStored) => onStored(newWork.id, isFileStored));
      write(work ? { ...work, withHidden } : { ...newWork, ...NO_PROGRESS });
    },
    [key, list, write, onStored, setOffer, setStoreFailure],
  );

  /** Continues with the offered draft. */
  const acceptOffer = useCallback(() => {
    if (!offer) return null;
    const { at: _at, file, ...work } = offer;
    Object.assign(list, { file, work });
    setOffer(null);
    return offer;
  }, [offer, list, setOffer]);

  /** Stores the corrected values of a row. */
  const storeCorrection = useCallback(
    (row: number, cells: Cells) => change(({ mended }) => ({ mended: { ...mended, [row]: cells } })),
    [change],
  );

  /** Adds rows to the stored sent rows; rows sent earlier are no longer in the list and must not be lost. */
  const storeSent = useCallback(
    (sent: readonly RowSpan[]) => change(({ sent: before }) => ({ sent: mergeSpans(before, sent) })),
    [change],
  );

  /** Deletes the draft, after everything was sent or on request. */
  const deleteDraft = useCallback(() => {
    Object.assign(list, { file: null, work: null });
    setOffer(null);
    setStoreFailure(null);
    if (key) forgetFileDraft(key);
  }, [key, list, setOffer, setStoreFailure]);

  return {
    offer,
    acceptOffer,
    choose,
    findProgress,
    storeCorrection,
    storeSent,
    deleteDraft,
    /** Whether the browser could not store the list and the warning was not dismissed yet. */
    hasStoreWarning: storeFailure === 'not',
    /** Whether closing the tab loses nothing. */
    isStored: storeFailure === null,
    dismissStoreWarning: useCallback(() => setStoreFailure('told'), [setStoreFailure]),
  };
}

/** Draft functions used by the import screens. */
export type ListDraftHandle = ReturnType<typeof useListDraft>;
