import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useLocation } from 'react-router';
import { changedValues, type Draft, draftKey, readDraft, removeDraft, writeDraft } from '#console/data/drafts.ts';
import { onSessionChange, session } from '#console/data/session.ts';
import { viewedAs } from '#console/data/view-as.ts';

/** Time without a keystroke after which what was typed is kept, ms. */
const PAUSE = 400;

/** The key of the draft of the form at this address; null until it is known who is signed in. Stays after a sign-out. */
function useDraftKey(): string | null {
  const { pathname, search } = useLocation();
  const user = useSyncExternalStore(onSessionChange, session.userId.get);
  const [address] = useState({ pathname, search });
  const last = useRef(user);
  if (user !== null) last.current = user;
  // Who looks at somebody's console leaves nothing of it behind.
  return last.current === null || viewedAs() ? null : draftKey(last.current, address.pathname, address.search);
}

/**
 * Keeps what is typed into the form the caller stands in, and finds what was typed into it before.
 * @param saved the form was sent and taken: its draft is done with
 * @returns the draft to offer, how to take it and how to throw it away
 */
export function useDraft(saved: boolean) {
  const key = useDraftKey();
  const { subscribe, getValues, setValue } = useFormContext();
  const { defaultValues } = useFormState();
  const [offer, setOffer] = useState<Draft | null>(null);
  const began = useRef(defaultValues);
  began.current = defaultValues;
  /** Whether what is stored is what was typed here, not what is offered. */
  const own = useRef(false);
  const done = useRef(false);

  useEffect(() => {
    if (key) setOffer(readDraft(key));
  }, [key]);

  useEffect(() => {
    done.current = saved;
    if (saved && key) removeDraft(key);
  }, [saved, key]);

  useEffect(() => {
    if (!key) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      if (done.current) return;
      const values = changedValues(getValues(), began.current);
      if (Object.keys(values).length > 0) own.current = writeDraft(key, values);
      else if (own.current) {
        removeDraft(key);
        own.current = false;
      }
    };
    const stop = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // Without a name the form was filled by the console, not by the person.
        if (!name) return;
        clearTimeout(timer);
        timer = setTimeout(keep, PAUSE);
      },
    });
    globalThis.addEventListener('pagehide', keep);
    return () => {
      stop();
      globalThis.removeEventListener('pagehide', keep);
      keep();
    };
  }, [key, subscribe, getValues]);

  const restore = useCallback(() => {
    // Checked at once: the button of a form that is right again says so.
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    for (const [name, value] of Object.entries(offer?.values ?? {})) setValue(name, value, options);
    setOffer(null);
  }, [offer, setValue]);

  const discard = useCallback(() => {
    if (key && !own.current) removeDraft(key);
    setOffer(null);
  }, [key]);

  return { offer, restore, discard };
}
