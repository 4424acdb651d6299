import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  asideKey,
  type Draft,
  offeredKey,
  readDraft,
  releaseDraft,
  removeDraft,
  removeTabDraft,
  setDraftAside,
  tabDraftKey,
  writeDraft,
} from '#console/data/drafts/drafts.ts';
import { useOwnDraftKey } from '#console/data/drafts/own-draft-key.ts';
import { startHeartbeat, TAB } from '#console/data/drafts/tabs.ts';
import { useLeaveBlocker } from '#console/ui/dialogs/leave-question.tsx';
import { currentTime } from '#resources/clock.ts';

/** Debounce of saving the draft, ms. */
const SAVE_DELAY_MS = 400;

const draftedText = (draft: Draft | null): string | null =>
  typeof draft?.values.text === 'string' ? draft.values.text : null;

/** Text of the reader's unapplied draft at a path; null if there was none when the page was opened. */
export function useStoredDraftText(path: string): string | null {
  const key = useOwnDraftKey(path);
  return useMemo(() => {
    const storageKey = key === null ? null : offeredKey(key);
    return storageKey === null ? null : draftedText(readDraft(storageKey));
  }, [key]);
}

/**
 * Saves the builder's text as a local draft and offers to restore an earlier unapplied draft. If the draft cannot be stored
 * (too long), leaving the page asks for confirmation.
 * @param path path of the builder
 * @param text the current text
 * @param savedText the text stored on the server
 */
export function useBuilderDraft(path: string, text: string, savedText: string) {
  const key = useOwnDraftKey(path);
  const [offer, setOffer] = useState<{ at: number; text: string; storageKey: string } | null>(null);
  const savedKey = useRef<string | null>(null);
  const isDraftSaved = useRef(true);
  const isDirty = text !== savedText;

  // Only a draft that existed when the builder was opened is offered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the user is known
  useEffect(() => {
    const storageKey = key === null ? null : offeredKey(key);
    const draft = storageKey === null ? null : readDraft(storageKey);
    const draftText = draftedText(draft);
    if (storageKey && draft && draftText !== null && ![savedText, text].includes(draftText))
      setOffer({ at: draft.at, text: draftText, storageKey });
  }, [key]);

  const saveDraft = useCallback(() => {
    if (!key) return;
    if (!isDirty) {
      if (savedKey.current) removeTabDraft(savedKey.current);
      savedKey.current = null;
      isDraftSaved.current = true;
      return;
    }
    const storageKey = tabDraftKey(key);
    if (offer?.storageKey === storageKey) {
      setDraftAside(storageKey);
      setOffer({ ...offer, storageKey: asideKey(storageKey) });
    }
    startHeartbeat();
    isDraftSaved.current = writeDraft(storageKey, { text }, currentTime(), undefined, TAB);
    if (isDraftSaved.current) savedKey.current = storageKey;
  }, [key, isDirty, text, offer]);

  useEffect(() => {
    const timer = setTimeout(saveDraft, SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [saveDraft]);

  const latestSave = useRef(saveDraft);
  latestSave.current = saveDraft;
  useEffect(
    () => () => {
      latestSave.current();
      if (savedKey.current) releaseDraft(savedKey.current);
    },
    [],
  );

  const wouldLoseText = () => {
    latestSave.current();
    return isDirty && !isDraftSaved.current;
  };
  const blocker = useLeaveBlocker(wouldLoseText);

  const dismissOffer = () => {
    if (offer) removeDraft(offer.storageKey);
    setOffer(null);
  };
  return { offer, dismissOffer, blocker };
}
