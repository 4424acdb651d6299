import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useLocation } from 'react-router';
import { type Clash, mergeDraft } from '#console/data/draft-merge.ts';
import {
  asideKey,
  changedValues,
  type Draft,
  keepable,
  readDraft,
  removeDraft,
  setAside,
  writeDraft,
} from '#console/data/drafts.ts';
import { useOwnDraftKey } from '#console/data/own-draft-key.ts';

/** Time without a keystroke after which what was typed is kept, ms. */
const PAUSE = 400;

/** The key of the draft of the form at the address it was opened at. */
function useDraftKey(): string | null {
  const { pathname, search } = useLocation();
  const [address] = useState({ pathname, search });
  return useOwnDraftKey(address.pathname, address.search);
}

/**
 * Keeps what is typed into the form the caller stands in, and finds what was typed into it before. What is offered stays until
 * it is taken or thrown away, also when something else is typed or sent meanwhile.
 * @param saved the form was sent and taken: its draft is done with
 * @param isRecord the form is of a record that is there already: somebody else may have changed it since the draft was typed
 * @returns the draft to offer, how to take it and how to throw it away, and what of it was not taken because somebody else had
 * changed the same
 */
export function useDraft(saved: boolean, isRecord: boolean) {
  const key = useDraftKey();
  const { subscribe, getValues, setValue } = useFormContext();
  const { defaultValues } = useFormState();
  const [offer, setOffer] = useState<Draft | null>(null);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const began = useRef(defaultValues);
  began.current = defaultValues;
  /** Whether what is stored is what was typed here, not what is offered. */
  const own = useRef(false);
  const done = useRef(false);
  /** Where what is offered lies; null when it is answered. */
  const offered = useRef<string | null>(null);

  useEffect(() => {
    if (!key) return;
    const [newest, aside] = [readDraft(key), readDraft(asideKey(key))];
    offered.current = newest ? key : aside ? asideKey(key) : null;
    setOffer(newest ?? aside);
  }, [key]);

  useEffect(() => {
    done.current = saved;
    if (saved && key && offered.current !== key) removeDraft(key);
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
      const names = Object.keys(values);
      if (names.length > 0) {
        const before = keepable(began.current ?? {}) as Record<string, unknown>;
        const of = isRecord ? Object.fromEntries(names.map((name) => [name, before[name] ?? null])) : undefined;
        if (offered.current === key) {
          setAside(key);
          offered.current = asideKey(key);
        }
        own.current = writeDraft(key, values, Date.now(), of) || own.current;
      } else if (own.current) {
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
  }, [key, isRecord, subscribe, getValues]);

  const restore = useCallback(() => {
    // Checked at once: the button of a form that is right again says so.
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    const { values, clashes: found } = offer?.began
      ? mergeDraft(offer.values, offer.began, keepable(began.current ?? {}) as Record<string, unknown>)
      : { values: offer?.values ?? {}, clashes: [] };
    for (const [name, value] of Object.entries(values)) setValue(name, value, options);
    setClashes(found);
    // What lay aside is what the form says now; what lies under the form's own key is written over.
    if (key && offered.current === asideKey(key)) removeDraft(asideKey(key));
    offered.current = null;
    setOffer(null);
  }, [key, offer, setValue]);

  const discard = useCallback(() => {
    if (offered.current) removeDraft(offered.current);
    offered.current = null;
    setOffer(null);
  }, []);

  return { offer, restore, discard, clashes, forget: useCallback(() => setClashes([]), []) };
}
