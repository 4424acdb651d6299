import { currentTime } from '#resources/clock.ts';
import '#i18n/draft-texts.ts';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { useLocation } from 'react-router';
import { type Clash, mergeDraft } from '#console/data/drafts/draft-merge.ts';
import {
  asideKey,
  changedValues,
  type Draft,
  isUnfinishedFile,
  keepable,
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
import { holdTab, onTabClosed, TAB } from '#console/data/drafts/tabs.ts';
import { PreviewContext } from '#console/data/preview.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { useLeaveBlocker } from '#console/ui/dialogs/leave-question.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { kindOf } from '#resources/language/payload.ts';

/** Time without a keystroke after which typed values are kept, ms. */
const PAUSE = 400;

/** The address that the form was opened at, and the key of its draft. */
function useOpenedAt() {
  const { pathname, search, state } = useLocation();
  const [address] = useState({ pathname, search, state: state as unknown });
  return { address, key: useOwnDraftKey(address.pathname, address.search) };
}

/** Whether a form holds a file that is not on the server yet: no draft keeps it. */
function holdsUnfinishedFile(values: Readonly<Record<string, unknown>>): boolean {
  return Object.values(values).some((value) => Array.isArray(value) && value.some(isUnfinishedFile));
}

type Values = Readonly<Record<string, unknown>>;

/** State of the draft of an open form. */
interface DraftState {
  /** Initial values of the form. */
  began: Values | undefined;
  /** Whether the stored values were typed here and are not an offered draft. */
  isOwn: boolean;
  /** The form was saved. */
  isDone: boolean;
  isDirty: boolean;
  /** Key of the offered draft; null once it is answered. */
  offered: string | null;
  /** Key under which this form's values were kept last; null for none. */
  kept: string | null;
  /** Keeps the present values at once. */
  keepNow: () => void;
}

/** Reports on leaving that the draft is kept, and blocks navigation that would lose values. */
function useLeaving(state: DraftState, address: ReturnType<typeof useOpenedAt>['address']) {
  const translate = useTranslate();
  const notify = useNotify();
  const { getValues } = useFormContext();
  const isPreview = useContext(PreviewContext) !== null;
  const losesSomething = () => {
    if (state.isDone || !state.isDirty || isPreview) return false;
    state.keepNow();
    return !state.isOwn || holdsUnfinishedFile(getValues());
  };

  const tellKept = useRef<() => void>(() => undefined);
  tellKept.current = () => {
    state.keepNow();
    if (state.isDone || !state.isOwn || !state.isDirty) return;
    const link = { to: address.pathname + address.search, label: translate('drafts.goOn'), state: address.state };
    notify('drafts.kept', { link } satisfies ToastOptions);
  };
  useEffect(() => () => tellKept.current(), []);
  return useLeaveBlocker(losesSomething);
}

/** Stores values that differ from the initial ones; a form without changes has no draft. */
function keepChanges(key: string, state: DraftState, formState: Values, isRecord: boolean): void {
  const values = changedValues(formState, state.began);
  const names = Object.keys(values);
  if (names.length > 0) {
    const before = keepable(state.began ?? {}) as Record<string, unknown>;
    const valuesBefore = isRecord ? Object.fromEntries(names.map((name) => [name, before[name] ?? null])) : undefined;
    const place = ownKey(key);
    if (state.offered === place) {
      setAside(place);
      state.offered = asideKey(place);
    }
    holdTab();
    if (state.kept !== null && state.kept !== place) removeOwn(state.kept);
    state.kept = place;
    state.isOwn = writeDraft(place, values, currentTime(), valuesBefore, TAB) || state.isOwn;
  } else if (state.isOwn && state.kept) {
    removeOwn(state.kept);
    state.isOwn = false;
  }
}

/** Keeps typed values after every pause, and when the page or the form is left. */
function useKeeping(key: string | null, state: DraftState, isRecord: boolean): void {
  const { subscribe, getValues } = useFormContext();
  useEffect(() => {
    if (!key) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      if (!state.isDone) keepChanges(key, state, getValues(), isRecord);
    };
    state.keepNow = keep;
    const stop = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // A change without a name was made by the console, not by the person.
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
      if (state.kept) releaseDraft(state.kept);
    };
  }, [key, state, isRecord, subscribe, getValues]);
}

/** The former draft, and the two answers to its offer. */
function useOffer(key: string | null, state: DraftState, fields: Resource['fields'] | undefined) {
  const { setValue } = useFormContext();
  const [offer, setOffer] = useState<Draft | null>(null);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  useEffect(() => {
    if (!key) return;
    const look = () => {
      const place = offeredKey(key);
      // An offered draft stays until it is answered, and the draft of this form itself is not offered.
      if (state.offered !== null || (place !== null && place === state.kept)) return;
      state.offered = place;
      setOffer(place === null ? null : readDraft(place));
    };
    state.offered = null;
    look();
    return onTabClosed(look);
  }, [key, state]);

  const restore = useCallback(() => {
    // Checked at once, so that the button shows whether the form is valid.
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    const { values, clashes: newClashes } = offer?.began
      ? mergeDraft(offer.values, offer.began, keepable(state.began ?? {}) as Record<string, unknown>, (name) => {
          const field = fields?.[name];
          return field && kindOf(field);
        })
      : { values: offer?.values ?? {}, clashes: [] };
    for (const [name, value] of Object.entries(values)) setValue(name, value, options);
    setClashes(newClashes);
    // A draft found elsewhere is now in the form; the one under the form's own key is overwritten.
    if (key && state.offered !== null && state.offered !== ownKey(key)) removeDraft(state.offered);
    state.offered = null;
    setOffer(null);
  }, [key, offer, setValue, state, fields]);

  const discard = useCallback(() => {
    if (state.offered) removeDraft(state.offered);
    state.offered = null;
    setOffer(null);
  }, [state]);
  return { offer, restore, discard, clashes, forget: useCallback(() => setClashes([]), []) };
}

/**
 * Keeps values typed into the form around the caller, and finds a former draft of it. An offered draft stays until
 * it is taken or thrown away, also when something else is typed or sent meanwhile. Leaving the form reports that its draft is
 * kept, and asks only where it cannot be.
 * @param isSaved the form was saved: its draft is no longer needed
 * @param isRecord the form is of an existing record: others may have changed it since the draft was typed
 * @param fields of the form's definition
 * @returns the draft to offer, how to take it and how to throw it away; `clashes`: its values that were left out because others changed
 * the same fields; and the blocker of navigation that would lose values
 */
export function useDraft(isSaved: boolean, isRecord: boolean, fields?: Resource['fields']) {
  const { address, key } = useOpenedAt();
  const { defaultValues, dirtyFields } = useFormState();
  const [state] = useState<DraftState>(() => ({
    began: defaultValues,
    isOwn: false,
    isDone: false,
    isDirty: false,
    offered: null,
    kept: null,
    keepNow: () => undefined,
  }));
  state.began = defaultValues;
  state.isDirty = Object.keys(dirtyFields).length > 0;

  // Declared before the effect that keeps the last values, so that it learns of leaving first.
  const blocker = useLeaving(state, address);
  const offering = useOffer(key, state, fields);
  useEffect(() => {
    state.isDone = isSaved;
    // Another tab's typing in the same form belongs to that tab.
    if (isSaved && key && state.offered !== (state.kept ?? key)) removeOwn(state.kept ?? key);
  }, [isSaved, key, state]);
  useKeeping(key, state, isRecord);
  return { ...offering, blocker };
}
