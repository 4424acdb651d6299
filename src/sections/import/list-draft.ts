import { useCallback, useEffect, useRef, useState } from 'react';
import { keepDraftProgress, readDraftProgress } from '#console/data/draft-files.ts';
import { type Draft, draftKey, writeDraft } from '#console/data/drafts.ts';
import { type FileDraft, forgetFileDraft, keepFileDraft, readFileDraft } from '#console/data/file-draft.ts';
import { useOwnDraftKey } from '#console/data/own-draft-key.ts';
import { session } from '#console/data/session.ts';
import type { Encoding } from '#resources/import-encoding.ts';
import type { Cells } from './sheet.ts';
import type { Span } from './spans.ts';

const PATH = '/download-resident-form';

/** How far one has come with a list: what was mended, by the number of the row in its file, and which rows were sent. */
export interface Progress {
  mended: Readonly<Record<string, Cells>>;
  sent: readonly Span[];
}

/** What a file was chosen for, and how far one has come with it. */
interface Work extends Progress {
  building: number;
  encoding: Encoding | undefined;
}

/** A list that was chosen before and of which not all was sent. */
export type ListDraft = FileDraft<Work>;

const NOTHING: Progress = { mended: {}, sent: [] };

/** What is stored is what was kept here: drafts of another version are dropped before. */
function workIn({ values }: Draft): Work | null {
  const { building, encoding } = values;
  if (typeof building !== 'number') return null;
  // Drafts of before had the progress in the note.
  return { building, encoding: encoding as Work['encoding'], ...(progressIn(values) ?? NOTHING) };
}

function progressIn(stored: unknown): Progress | null {
  const { mended, sent } = (stored ?? {}) as Partial<Progress>;
  return typeof mended === 'object' && Array.isArray(sent) ? { mended, sent } : null;
}

/** Thousands of rows that were mended or sent take more room than a draft has: they lie beside the file. */
async function readList(key: string): Promise<ListDraft | null> {
  const [found, progress] = await Promise.all([readFileDraft(key, workIn), readDraftProgress(key)]);
  return found && { ...found, ...progressIn(progress) };
}

/** Forgets the list of who is signed in: he has given it up. */
export function forgetList(): void {
  const user = session.userId.get();
  if (user !== null) forgetFileDraft(draftKey(user, PATH, ''));
}

/**
 * Keeps the chosen list with what is mended of it, so that both survive a closed tab, a lost connection and an expired sign-in,
 * and finds what was kept before; says where the browser does not keep it.
 * @param open a list that was kept in memory is open already: it is gone on with, and nothing is offered
 */
export function useListDraft(open: boolean) {
  const key = useOwnDraftKey(PATH);
  const [offer, setOffer] = useState<ListDraft | null>(null);
  const file = useRef<File | null>(null);
  const work = useRef<Work | null>(null);
  const goesOn = useRef(open);
  /** Done when it is known what was kept of a list that is gone on with. */
  const ready = useRef<Promise<void>>(Promise.resolve());
  const [unkept, setUnkept] = useState<'not' | 'told' | null>(null);

  useEffect(() => {
    if (!key) return;
    let here = true;
    const found = readList(key);
    if (goesOn.current) {
      ready.current = found.then((kept) => {
        if (kept) work.current ??= kept;
      });
    }
    // Whoever has chosen a file before the old one was found has answered the offer.
    else void found.then((kept) => here && !work.current && setOffer(kept));
    return () => {
      here = false;
    };
  }, [key]);

  /** Says it once, when the first of it is not kept. */
  const told = useCallback((kept: boolean) => {
    if (!kept) setUnkept((before) => before ?? 'not');
  }, []);

  const write = useCallback(
    ({ building, encoding, mended, sent }: Work) => {
      work.current = { building, encoding, mended, sent };
      if (!key) return;
      // The note says when it was; without it what lies beside the file is nobody's.
      if (writeDraft(key, { building, encoding })) void keepDraftProgress(key, { mended, sent }).then(told);
      else told(false);
    },
    [key, told],
  );

  /** How far one has come with this file; nothing when it is another, or is read or used otherwise. */
  const progressOf = useCallback((asked: File, building: number, encoding: Encoding | undefined): Progress => {
    const known = work.current;
    const same = file.current === asked && known?.building === building && known.encoding === encoding;
    return same ? known : NOTHING;
  }, []);

  /** Keeps the file that is chosen. */
  const choose = useCallback(
    (chosen: File, building: number, encoding: Encoding | undefined) => {
      const { mended, sent } = progressOf(chosen, building, encoding);
      const isNew = file.current !== chosen;
      file.current = chosen;
      setOffer(null);
      if (key && isNew) void keepFileDraft(key, { building, encoding }, chosen).then(told);
      write({ building, encoding, mended, sent });
    },
    [key, progressOf, write, told],
  );

  /** Takes what is offered. */
  const take = useCallback(() => {
    if (!offer) return null;
    const { at: _at, file: kept, ...known } = offer;
    file.current = kept;
    work.current = known;
    setOffer(null);
    return offer;
  }, [offer]);

  /** Keeps what changes in what was kept before. */
  const change = useCallback(
    (changed: (known: Work) => Partial<Progress>) => {
      void ready.current.then(() => {
        if (work.current) write({ ...work.current, ...changed(work.current) });
      });
    },
    [write],
  );

  /** Keeps what was mended of a row. */
  const mend = useCallback(
    (row: number, cells: Cells) => change(({ mended }) => ({ mended: { ...mended, [row]: cells } })),
    [change],
  );

  /** Keeps which rows were sent. */
  const send = useCallback((sent: readonly Span[]) => change(() => ({ sent })), [change]);

  /** Forgets it: all was sent, or it is not wanted any more. */
  const drop = useCallback(() => {
    file.current = null;
    work.current = null;
    setOffer(null);
    if (key) forgetFileDraft(key);
  }, [key]);

  return {
    offer,
    take,
    choose,
    progressOf,
    mend,
    send,
    drop,
    /** The browser does not keep it, and the person has not read so. */
    unkept: unkept === 'not',
    seen: useCallback(() => setUnkept('told'), []),
  };
}

/** The draft as the screens of the import use it. */
export type ListKeeper = ReturnType<typeof useListDraft>;
