import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, draftKey, readDraft, writeDraft } from '#console/data/drafts.ts';
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
  const { building, encoding, mended, sent } = values;
  return typeof building === 'number' && typeof mended === 'object' && Array.isArray(sent)
    ? { building, encoding: encoding as Work['encoding'], mended: mended as Work['mended'], sent }
    : null;
}

/** Forgets the list of who is signed in: he has given it up. */
export function forgetList(): void {
  const user = session.userId.get();
  if (user !== null) forgetFileDraft(draftKey(user, PATH, ''));
}

/**
 * Keeps the chosen list with what is mended of it, so that both survive a closed tab, a lost connection and an expired sign-in,
 * and finds what was kept before.
 * @param open a list that was kept in memory is open already: it is gone on with, and nothing is offered
 */
export function useListDraft(open: boolean) {
  const key = useOwnDraftKey(PATH);
  const [offer, setOffer] = useState<ListDraft | null>(null);
  const file = useRef<File | null>(null);
  const work = useRef<Work | null>(null);
  const goesOn = useRef(open);

  useEffect(() => {
    if (!key) return;
    let here = true;
    const stored = goesOn.current ? readDraft(key) : null;
    if (stored) work.current ??= workIn(stored);
    // Whoever has chosen a file before the old one was found has answered the offer.
    else void readFileDraft(key, workIn).then((found) => here && !work.current && setOffer(found));
    return () => {
      here = false;
    };
  }, [key]);

  const write = useCallback(
    (next: Work) => {
      work.current = next;
      if (key) writeDraft(key, { ...next });
    },
    [key],
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
      const next = { building, encoding, mended, sent };
      if (!isNew || !key) return write(next);
      work.current = next;
      keepFileDraft(key, { ...next }, chosen);
    },
    [key, progressOf, write],
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

  /** Keeps what was mended of a row. */
  const mend = useCallback(
    (row: number, cells: Cells) => {
      if (work.current) write({ ...work.current, mended: { ...work.current.mended, [row]: cells } });
    },
    [write],
  );

  /** Keeps which rows were sent. */
  const send = useCallback(
    (sent: readonly Span[]) => {
      if (work.current) write({ ...work.current, sent });
    },
    [write],
  );

  /** Forgets it: all was sent, or it is not wanted any more. */
  const drop = useCallback(() => {
    file.current = null;
    work.current = null;
    setOffer(null);
    if (key) forgetFileDraft(key);
  }, [key]);

  return { offer, take, choose, progressOf, mend, send, drop };
}

/** The draft as the screens of the import use it. */
export type ListKeeper = ReturnType<typeof useListDraft>;
