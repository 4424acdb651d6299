import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  asideKey,
  type Draft,
  offeredKey,
  ownKey,
  readDraft,
  releaseDraft,
  removeDraft,
  removeOwn,
  setAside,
  writeDraft,
} from '#console/data/drafts/drafts.ts';
import { useOwnDraftKey } from '#console/data/drafts/own-draft-key.ts';
import { holdTab, TAB } from '#console/data/drafts/tabs.ts';
import { useLeaveBlocker } from '#console/ui/dialogs/leave-question.tsx';
import { currentTime } from '#resources/clock.ts';

/** Time without a change after which the text is kept, ms. */
const PAUSE = 400;

const textOf = (draft: Draft | null): string | null =>
  typeof draft?.values.text === 'string' ? draft.values.text : null;

/** The person's unapplied draft at an address; null for none. Only a draft that existed when the page was opened counts. */
export function useDraftedText(path: string): string | null {
  const key = useOwnDraftKey(path);
  return useMemo(() => {
    const place = key === null ? null : offeredKey(key);
    return place === null ? null : textOf(readDraft(place));
  }, [key]);
}

/**
 * Keeps the text of a builder as the drafts of forms are kept, and offers back what was not applied here before. One that is too
 * long to be kept holds up leaving.
 * @param path address of the builder
 * @param text as it is now
 * @param saved as the server has it
 */
export function useBuilderDraft(path: string, text: string, savedText: string) {
  const key = useOwnDraftKey(path);
  const [offer, setOffer] = useState<{ at: number; text: string; place: string } | null>(null);
  const keptPlace = useRef<string | null>(null);
  const isKept = useRef(true);
  const isDirty = text !== savedText;

  // Only what lay there when the builder was opened is offered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the person is known
  useEffect(() => {
    const place = key === null ? null : offeredKey(key);
    const draft = place === null ? null : readDraft(place);
    const draftText = textOf(draft);
    if (place && draft && draftText !== null && ![savedText, text].includes(draftText))
      setOffer({ at: draft.at, text: draftText, place });
  }, [key]);

  const keep = useCallback(() => {
    if (!key) return;
    if (!isDirty) {
      if (keptPlace.current) removeOwn(keptPlace.current);
      keptPlace.current = null;
      isKept.current = true;
      return;
    }
    const place = ownKey(key);
    if (offer?.place === place) {
      setAside(place);
      setOffer({ ...offer, place: asideKey(place) });
    }
    holdTab();
    isKept.current = writeDraft(place, { text }, currentTime(), undefined, TAB);
    if (isKept.current) keptPlace.current = place;
  }, [key, isDirty, text, offer]);

  useEffect(() => {
    const timer = setTimeout(keep, PAUSE);
    return () => clearTimeout(timer);
  }, [keep]);

  const keepNow = useRef(keep);
  keepNow.current = keep;
  useEffect(
    () => () => {
      keepNow.current();
      if (keptPlace.current) releaseDraft(keptPlace.current);
    },
    [],
  );

  const losesSomething = () => {
    keepNow.current();
    return isDirty && !isKept.current;
  };
  const blocker = useLeaveBlocker(losesSomething);

  const answered = () => {
    if (offer) removeDraft(offer.place);
    setOffer(null);
  };
  return { offer, answered, blocker };
}
