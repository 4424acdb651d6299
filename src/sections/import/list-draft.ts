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
import { joined, type RowSpan } from './spans.ts';

const PATH = '/download-resident-form';

/** Progress with a list: mended rows by their number in the file, and the rows that were sent. */
export interface Progress {
  mended: Readonly<Record<string, Cells>>;
  sent: readonly RowSpan[];
}

/** What a file was chosen for, and how far one has come with it. */
interface Work extends Progress {
  /** Ties the file, its note and its progress together; older drafts lack it. */
  id: string | undefined;
  building: number;
  encoding: Encoding | undefined;
  withHidden: boolean | undefined;
}

/** A list chosen before that was not sent completely. */
type ListDraft = FileDraft<Work>;

const NOTHING: Progress = { mended: {}, sent: [] };

/** The stored value needs no check: drafts of another version are dropped before. */
function workIn({ values }: Draft): Work | null {
  const { id, building, encoding, withHidden } = values as Partial<Work>;
  if (typeof building !== 'number') return null;
  // Drafts of before had the progress in the note.
  return { id, building, encoding, withHidden, ...(progressIn(values) ?? NOTHING) };
}

function progressIn(stored: unknown): Progress | null {
  const { mended, sent } = (stored ?? {}) as Partial<Progress>;
  return typeof mended === 'object' && Array.isArray(sent) ? { mended, sent } : null;
}

/** Thousands of rows that were mended or sent take more room than a draft has: they lie beside the file. */
async function readList(key: string): Promise<ListDraft | null> {
  const [found, progress] = await Promise.all([readFileDraft(key, workIn), readDraftProgress(key)]);
  const isOfIt = found?.id === (progress as Partial<Work> | null)?.id;
  return found && { ...found, ...(isOfIt ? progressIn(progress) : null) };
}

/** Forgets the signed-in person's list: they have given it up. */
export function forgetList(): void {
  const user = session.userId.get();
  if (user !== null) forgetFileDraft(draftKey(user, PATH, ''));
}

/** The stored draft of the current list. */
interface KeptList {
  file: File | null;
  work: Work | null;
  /** Resolves when the draft of a continued list has been read. */
  ready: Promise<void>;
}

/** The draft of this file; null if it is another file, or read or used in another way. */
function sameWork(
  { file, work }: KeptList,
  nextFile: File,
  building: number,
  encoding: Encoding | undefined,
): Work | null {
  const isSame = file === nextFile && work?.building === building && work.encoding === encoding;
  return isSame ? work : null;
}

/** Writes down how far one has come; says once of a list when the browser does not keep it. */
function useWriting(key: string | null, list: KeptList) {
  const [unkept, setUnkept] = useState<'not' | 'told' | null>(null);
  const noteKept = useCallback(
    (id: Work['id'], kept: boolean) => {
      if (!kept && list.work && list.work.id === id) setUnkept((before) => before ?? 'not');
    },
    [list],
  );
  const write = useCallback(
    ({ mended, sent: sentSpans, ...note }: Work) => {
      const { id } = note;
      list.work = { ...note, mended, sent: sentSpans };
      if (!key) return;
      // The note says when it was; without it what lies beside the file is forgotten.
      const isNoted = writeDraft(key, { ...note });
      if (isNoted) void keepDraftProgress(key, { id, mended, sent: sentSpans }).then((kept) => noteKept(id, kept));
      else noteKept(id, false);
    },
    [key, list, noteKept],
  );
  /** Stores changes of the draft. */
  const change = useCallback(
    (changed: (known: Work) => Partial<Progress>) => {
      void list.ready.then(() => {
        if (list.work) write({ ...list.work, ...changed(list.work) });
      });
    },
    [list, write],
  );
  return { unkept, setUnkept, told: noteKept, write, change };
}

/**
 * The list that was kept before, to be offered.
 * @param open a list is open already: it is gone on with, and nothing is offered
 * @param onLost called where such a list was not kept
 */
function useOffer(key: string | null, list: KeptList, open: boolean, onLost: () => void) {
  const [offer, setOffer] = useState<ListDraft | null>(null);
  const goesOn = useRef(open);
  useEffect(() => {
    if (!key) return;
    let isMounted = true;
    const reading = readList(key);
    if (goesOn.current) {
      list.ready = reading.then((kept) => {
        if (kept) list.work ??= kept;
        else if (isMounted) onLost();
      });
    }
    // A file chosen before the old one was found answers the offer.
    else void reading.then((kept) => isMounted && !list.work && setOffer(kept));
    return () => {
      isMounted = false;
    };
  }, [key, list, onLost]);
  return [offer, setOffer] as const;
}

/**
 * Keeps the chosen list with what is mended of it, so that both survive a closed tab, a lost connection and an expired sign-in,
 * and finds what was kept before; says where the browser does not keep it.
 * @param open a list that was kept in memory is open already: it is gone on with, and nothing is offered
 */
export function useListDraft(open: boolean) {
  const key = useOwnDraftKey(PATH);
  const [list] = useState<KeptList>(() => ({ file: null, work: null, ready: Promise.resolve() }));
  const { unkept, setUnkept, told: noteKept, write, change } = useWriting(key, list);
  const onLost = useCallback(() => setUnkept((before) => before ?? 'not'), [setUnkept]);
  const [offer, setOffer] = useOffer(key, list, open, onLost);

  /** How far one has come with this file. */
  const findProgress = useCallback(
    (file: File, building: number, encoding: Encoding | undefined): Progress =>
      sameWork(list, file, building, encoding) ?? NOTHING,
    [list],
  );

  /** Keeps the file that is chosen. */
  const choose = useCallback(
    (file: File, building: number, { encoding, withHidden }: Reading = {}) => {
      const work = sameWork(list, file, building, encoding);
      const newWork = { id: randomId(), building, encoding, withHidden };
      if (list.file !== file) setUnkept(null);
      list.file = file;
      setOffer(null);
      // What begins anew is kept anew as a whole, so that nothing of what was kept before is taken for a part of it.
      if (key && !work) void keepFileDraft(key, newWork, file).then((kept) => noteKept(newWork.id, kept));
      write(work ? { ...work, withHidden } : { ...newWork, ...NOTHING });
    },
    [key, list, write, noteKept, setOffer, setUnkept],
  );

  /** Continues with the offered draft. */
  const take = useCallback(() => {
    if (!offer) return null;
    const { at: _at, file, ...work } = offer;
    Object.assign(list, { file, work });
    setOffer(null);
    return offer;
  }, [offer, list, setOffer]);

  /** Stores the mended values of a row. */
  const mend = useCallback(
    (row: number, cells: Cells) => change(({ mended }) => ({ mended: { ...mended, [row]: cells } })),
    [change],
  );

  /** Stores which rows were sent, besides the rows sent before that are no longer in the list. */
  const send = useCallback(
    (sent: readonly RowSpan[]) => change(({ sent: before }) => ({ sent: joined(before, sent) })),
    [change],
  );

  /** Forgets it: all was sent, or it is not wanted any more. */
  const drop = useCallback(() => {
    Object.assign(list, { file: null, work: null });
    setOffer(null);
    setUnkept(null);
    if (key) forgetFileDraft(key);
  }, [key, list, setOffer, setUnkept]);

  return {
    offer,
    take,
    choose,
    progressOf: findProgress,
    mend,
    send,
    drop,
    /** The browser does not keep it, and the person has not read so. */
    unkept: unkept === 'not',
    /** Closing the tab loses nothing. */
    isKept: unkept === null,
    seen: useCallback(() => setUnkept('told'), [setUnkept]),
  };
}

/** The draft as the screens of the import use it. */
export type ListKeeper = ReturnType<typeof useListDraft>;
