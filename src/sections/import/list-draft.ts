import { useCallback, useEffect, useRef, useState } from 'react';
import { keepDraftProgress, readDraftProgress } from '#console/data/draft-files.ts';
import { type Draft, draftKey, writeDraft } from '#console/data/drafts.ts';
import { type FileDraft, forgetFileDraft, keepFileDraft, readFileDraft } from '#console/data/file-draft.ts';
import { useOwnDraftKey } from '#console/data/own-draft-key.ts';
import { newKey } from '#console/data/sent-once.ts';
import { session } from '#console/data/session.ts';
import type { Encoding } from '#resources/rules/import/encoding.ts';
import type { Cells } from './sheet.ts';
import { joined, type Span } from './spans.ts';

const PATH = '/download-resident-form';

/** How far one has come with a list: what was mended, by the number of the row in its file, and which rows were sent. */
export interface Progress {
  mended: Readonly<Record<string, Cells>>;
  sent: readonly Span[];
}

/** What a file was chosen for, and how far one has come with it. */
interface Work extends Progress {
  /** Ties the file, its note and its progress to each other; drafts of before have none. */
  id: string | undefined;
  building: number;
  encoding: Encoding | undefined;
}

/** A list that was chosen before and of which not all was sent. */
export type ListDraft = FileDraft<Work>;

const NOTHING: Progress = { mended: {}, sent: [] };

/** What is stored is what was kept here: drafts of another version are dropped before. */
function workIn({ values }: Draft): Work | null {
  const { id, building, encoding } = values as Partial<Work>;
  if (typeof building !== 'number') return null;
  // Drafts of before had the progress in the note.
  return { id, building, encoding, ...(progressIn(values) ?? NOTHING) };
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

  /** Says it once of a list, when the first of it is not kept. */
  const told = useCallback((id: Work['id'], kept: boolean) => {
    if (!kept && work.current && work.current.id === id) setUnkept((before) => before ?? 'not');
  }, []);

  const write = useCallback(
    ({ id, building, encoding, mended, sent }: Work) => {
      work.current = { id, building, encoding, mended, sent };
      if (!key) return;
      // The note says when it was; without it what lies beside the file is nobody's.
      const isNoted = writeDraft(key, { id, building, encoding });
      if (isNoted) void keepDraftProgress(key, { id, mended, sent }).then((kept) => told(id, kept));
      else told(id, false);
    },
    [key, told],
  );

  /** What is known of this file; null when it is another, or is read or used otherwise. */
  const workOf = useCallback((asked: File, building: number, encoding: Encoding | undefined): Work | null => {
    const known = work.current;
    const same = file.current === asked && known?.building === building && known.encoding === encoding;
    return same ? known : null;
  }, []);

  /** How far one has come with this file. */
  const progressOf = useCallback(
    (...asked: Parameters<typeof workOf>): Progress => workOf(...asked) ?? NOTHING,
    [workOf],
  );

  /** Keeps the file that is chosen. */
  const choose = useCallback(
    (chosen: File, building: number, encoding: Encoding | undefined) => {
      const known = workOf(chosen, building, encoding);
      const begun = { id: newKey(), building, encoding };
      if (file.current !== chosen) setUnkept(null);
      file.current = chosen;
      setOffer(null);
      // What begins anew is kept anew as a whole, so that nothing of what was kept before is taken for a part of it.
      if (key && !known) void keepFileDraft(key, begun, chosen).then((kept) => told(begun.id, kept));
      write(known ?? { ...begun, ...NOTHING });
    },
    [key, workOf, write, told],
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

  /** Keeps which rows were sent, beside those that were sent before and are not in the list any more. */
  const send = useCallback(
    (sent: readonly Span[]) => change(({ sent: before }) => ({ sent: joined(before, sent) })),
    [change],
  );

  /** Forgets it: all was sent, or it is not wanted any more. */
  const drop = useCallback(() => {
    file.current = null;
    work.current = null;
    setOffer(null);
    setUnkept(null);
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
