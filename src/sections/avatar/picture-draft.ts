import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, readDraft, writeDraft } from '#console/data/drafts/drafts.ts';
import { type FileDraft, forgetFileDraft, keepFileDraft, readFileDraft } from '#console/data/drafts/file-draft.ts';
import { useOwnDraftKey } from '#console/data/drafts/own-draft-key.ts';
import { isView, type View, WHOLE } from './view.ts';

/** Time without a movement after which the chosen part of the picture is kept, ms. */
const PAUSE = 400;

/** A picture that was chosen before and never saved, and how it was looked at. */
export type PictureDraft = FileDraft<{ view: View }>;

const noteIn = ({ values: { view } }: Draft) => ({ view: isView(view) ? view : WHOLE });

/**
 * Keeps the chosen picture and the chosen square of it, so that both survive a closed tab, a lost connection and an
 * expired sign-in, and finds what was kept before.
 */
export function usePictureDraft() {
  const key = useOwnDraftKey('/avatar');
  const [offer, setOffer] = useState<PictureDraft | null>(null);
  const hasChosen = useRef(false);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);

  useEffect(() => {
    if (!key) return;
    let open = true;
    // A picture chosen before the old one was found answers the offer.
    void readFileDraft(key, noteIn).then((found) => open && !hasChosen.current && setOffer(found));
    return () => {
      open = false;
    };
  }, [key]);

  const flush = useCallback(() => {
    const last = pending.current;
    pending.current = null;
    if (!last) return;
    clearTimeout(last.timer);
    last.write();
  }, []);
  useEffect(() => {
    globalThis.addEventListener('pagehide', flush);
    return () => {
      globalThis.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  const answer = useCallback(() => {
    hasChosen.current = true;
    clearTimeout(pending.current?.timer);
    pending.current = null;
    setOffer(null);
  }, []);

  /** Keeps the picture that is chosen. */
  const keep = useCallback(
    (file: File, view: View) => {
      answer();
      if (key) keepFileDraft(key, { view: { ...view } }, file);
    },
    [key, answer],
  );

  /** Forgets it: it was saved, or is not wanted any more. */
  const forget = useCallback(() => {
    answer();
    if (key) forgetFileDraft(key);
  }, [key, answer]);

  /** Keeps the chosen square, after a pause. */
  const keepView = useCallback(
    (view: View) => {
      if (!key) return;
      clearTimeout(pending.current?.timer);
      const write = () => {
        if (readDraft(key)) writeDraft(key, { view: { ...view } });
      };
      pending.current = { write, timer: setTimeout(flush, PAUSE) };
    },
    [key, flush],
  );

  return { offer, keep, keepView, forget };
}
