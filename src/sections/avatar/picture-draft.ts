import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, readDraft, writeDraft } from '#console/data/drafts/drafts.ts';
import { type FileDraft, forgetFileDraft, keepFileDraft, readFileDraft } from '#console/data/drafts/file-draft.ts';
import { useOwnDraftKey } from '#console/data/drafts/own-draft-key.ts';
import { type CropView, INITIAL_CROP_VIEW, isCropView } from './view.ts';

/** Debounce of saving the crop position, ms. */
const SAVE_DELAY_MS = 400;

/** A picture that was chosen but not saved, with its crop position. */
export type PictureDraft = FileDraft<{ view: CropView }>;

const readValues = ({ values: { view } }: Draft) => ({ view: isCropView(view) ? view : INITIAL_CROP_VIEW });

/**
 * Stores the chosen picture and its crop position as a local draft, so that they survive a closed tab, a lost connection and an
 * expired session, and offers an earlier draft.
 */
export function usePictureDraft() {
  const key = useOwnDraftKey('/avatar');
  const [offer, setOffer] = useState<PictureDraft | null>(null);
  const hasChosen = useRef(false);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);

  useEffect(() => {
    if (!key) return;
    let isMounted = true;
    // No offer if a new picture was chosen while the draft was being read.
    void readFileDraft(key, readValues).then((draft) => isMounted && !hasChosen.current && setOffer(draft));
    return () => {
      isMounted = false;
    };
  }, [key]);

  const flush = useCallback(() => {
    const pendingWrite = pending.current;
    pending.current = null;
    if (!pendingWrite) return;
    clearTimeout(pendingWrite.timer);
    pendingWrite.write();
  }, []);
  useEffect(() => {
    globalThis.addEventListener('pagehide', flush);
    return () => {
      globalThis.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  const closeOffer = useCallback(() => {
    hasChosen.current = true;
    clearTimeout(pending.current?.timer);
    pending.current = null;
    setOffer(null);
  }, []);

  /** Stores the chosen picture. */
  const storePicture = useCallback(
    (file: File, view: CropView) => {
      closeOffer();
      if (key) keepFileDraft(key, { view: { ...view } }, file);
    },
    [key, closeOffer],
  );

  /** Deletes the draft, after saving or on request. */
  const deleteDraft = useCallback(() => {
    closeOffer();
    if (key) forgetFileDraft(key);
  }, [key, closeOffer]);

  /** Stores the crop position, debounced. */
  const storeView = useCallback(
    (view: CropView) => {
      if (!key) return;
      clearTimeout(pending.current?.timer);
      const write = () => {
        if (readDraft(key)) writeDraft(key, { view: { ...view } });
      };
      pending.current = { write, timer: setTimeout(flush, SAVE_DELAY_MS) };
    },
    [key, flush],
  );

  return { offer, storePicture, storeView, deleteDraft };
}
