import { currentTime } from '#resources/clock.ts';
import '#i18n/draft-texts.ts';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { useLocation } from 'react-router';
import { type MergeConflict, mergeDraft } from '#console/data/drafts/draft-merge.ts';
import {
  asideKey,
  changedValues,
  type Draft,
  isUnfinishedFile,
  offeredKey,
  readDraft,
  releaseDraft,
  removeDraft,
  removeTabDraft,
  setDraftAside,
  tabDraftKey,
  toStorable,
  writeDraft,
} from '#console/data/drafts/drafts.ts';
import { useOwnDraftKey } from '#console/data/drafts/own-draft-key.ts';
import { onTabClosed, startHeartbeat, TAB } from '#console/data/drafts/tabs.ts';
import { PreviewContext } from '#console/data/preview.ts';
import type { ToastOptions } from '#console/data/undo.ts';
import { useLeaveBlocker } from '#console/ui/dialogs/leave-question.tsx';
import type { Resource } from '#resources/language/define-resource.ts';
import { getKind } from '#resources/language/payload.ts';

/** Pause in typing after which the draft is stored, ms. */
const SAVE_DEBOUNCE_MS = 400;

/** The location at which the form was opened, and the key of its draft. */
function useOpenedLocation() {
  const { pathname, search, state } = useLocation();
  const [location] = useState({ pathname, search, state: state as unknown });
  return { location, key: useOwnDraftKey(location.pathname, location.search) };
}

/** Whether a form contains a file that is not uploaded yet, which no draft can store. */
function hasUnfinishedFile(values: Readonly<Record<string, unknown>>): boolean {
  return Object.values(values).some((value) => Array.isArray(value) && value.some(isUnfinishedFile));
}

type Values = Readonly<Record<string, unknown>>;

/** State of the draft of an open form. */
interface DraftState {
  /** Initial values of the form. */
  began: Values | undefined;
  /** Whether the stored values were typed here, as opposed to an offered draft. */
  isOwn: boolean;
  /** Whether the form was saved. */
  isSaved: boolean;
  isDirty: boolean;
  /** Key of the offered draft; null once it is answered. */
  offeredDraftKey: string | null;
  /** Storage key under which this form's values were last stored; null if none. */
  storedDraftKey: string | null;
  /** Stores the current values at once. */
  storeNow: () => void;
}

/** On leaving, notifies that the draft is stored, and blocks navigation that would lose values. */
function useLeaveHandling(state: DraftState, location: ReturnType<typeof useOpenedLocation>['location']) {
  const translate = useTranslate();
  const notify = useNotify();
  const { getValues } = useFormContext();
  const isPreview = useContext(PreviewContext) !== null;
  const wouldLoseValues = () => {
    if (state.isSaved || !state.isDirty || isPreview) return false;
    state.storeNow();
    return !state.isOwn || hasUnfinishedFile(getValues());
  };

  const notifyKept = useRef<() => void>(() => undefined);
  notifyKept.current = () => {
    state.storeNow();
    if (state.isSaved || !state.isOwn || !state.isDirty) return;
    const link = { to: location.pathname + location.search, label: translate('drafts.goOn'), state: location.state };
    notify('drafts.kept', { link } satisfies ToastOptions);
  };
  useEffect(() => () => notifyKept.current(), []);
  return useLeaveBlocker(wouldLoseValues);
}

/** Stores the values that differ from the initial ones; without changes the draft is removed. */
function storeChanges(key: string, state: DraftState, formState: Values, isRecord: boolean): void {
  const values = changedValues(formState, state.began);
  const names = Object.keys(values);
  if (names.length > 0) {
    const initial = toStorable(state.began ?? {}) as Record<string, unknown>;
    const valuesBefore = isRecord ? Object.fromEntries(names.map((name) => [name, initial[name] ?? null])) : undefined;
    const draftKey = tabDraftKey(key);
    if (state.offeredDraftKey === draftKey) {
      setDraftAside(draftKey);
      state.offeredDraftKey = asideKey(draftKey);
    }
    startHeartbeat();
    if (state.storedDraftKey !== null && state.storedDraftKey !== draftKey) removeTabDraft(state.storedDraftKey);
    state.storedDraftKey = draftKey;
    state.isOwn = writeDraft(draftKey, values, currentTime(), valuesBefore, TAB) || state.isOwn;
  } else if (state.isOwn && state.storedDraftKey) {
    removeTabDraft(state.storedDraftKey);
    state.isOwn = false;
  }
}

/** Stores typed values after every pause and when the page or form is left. */
function useStoreDraft(key: string | null, state: DraftState, isRecord: boolean): void {
  const { subscribe, getValues } = useFormContext();
  useEffect(() => {
    if (!key) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const storeDraft = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      if (!state.isSaved) storeChanges(key, state, getValues(), isRecord);
    };
    state.storeNow = storeDraft;
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // Changes without a name are made by code, not by the person.
        if (!name) return;
        clearTimeout(timer);
        timer = setTimeout(storeDraft, SAVE_DEBOUNCE_MS);
      },
    });
    globalThis.addEventListener('pagehide', storeDraft);
    return () => {
      unsubscribe();
      globalThis.removeEventListener('pagehide', storeDraft);
      storeDraft();
      if (state.storedDraftKey) releaseDraft(state.storedDraftKey);
    };
  }, [key, state, isRecord, subscribe, getValues]);
}

/** The earlier draft with the callbacks to restore or discard it. */
function useOffer(key: string | null, state: DraftState, fields: Resource['fields'] | undefined) {
  const { setValue } = useFormContext();
  const [offer, setOffer] = useState<Draft | null>(null);
  const [conflicts, setConflicts] = useState<readonly MergeConflict[]>([]);
  useEffect(() => {
    if (!key) return;
    const checkForOffer = () => {
      const draftKey = offeredKey(key);
      // An offered draft stays until it is answered; the form's own draft is not offered.
      if (state.offeredDraftKey !== null || (draftKey !== null && draftKey === state.storedDraftKey)) return;
      state.offeredDraftKey = draftKey;
      setOffer(draftKey === null ? null : readDraft(draftKey));
    };
    state.offeredDraftKey = null;
    checkForOffer();
    return onTabClosed(checkForOffer);
  }, [key, state]);

  const restore = useCallback(() => {
    // Validated at once, so that the submit button shows whether the form is valid.
    const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
    const { values, conflicts: newConflicts } = offer?.initialValues
      ? mergeDraft(
          offer.values,
          offer.initialValues,
          toStorable(state.began ?? {}) as Record<string, unknown>,
          (name) => {
            const field = fields?.[name];
            return field && getKind(field);
          },
        )
      : { values: offer?.values ?? {}, conflicts: [] };
    for (const [name, value] of Object.entries(values)) setValue(name, value, options);
    setConflicts(newConflicts);
    // A draft stored under another key is now in the form and can be removed; the one under the form's own key will be
    // overwritten.
    if (key && state.offeredDraftKey !== null && state.offeredDraftKey !== tabDraftKey(key))
      removeDraft(state.offeredDraftKey);
    state.offeredDraftKey = null;
    setOffer(null);
  }, [key, offer, setValue, state, fields]);

  const discard = useCallback(() => {
    if (state.offeredDraftKey) removeDraft(state.offeredDraftKey);
    state.offeredDraftKey = null;
    setOffer(null);
  }, [state]);
  return { offer, restore, discard, conflicts, forget: useCallback(() => setConflicts([]), []) };
}

/**
 * Stores the values typed into the surrounding form as a draft, and finds an earlier draft of it. An offered draft stays until it
 * is restored or discarded, even if something else is typed or sent meanwhile. Leaving the form notifies that the draft is
 * stored, and asks only where it cannot be.
 * @param isSaved the form was saved, so its draft is no longer needed
 * @param isRecord the form edits an existing record, which others may have changed since the draft was typed
 * @param fields fields of the form's definition
 * @returns the draft to offer with its callbacks; `conflicts`: its values that were left out because others have changed the same
 * fields; `blocker`: blocks navigation that would lose values
 */
export function useDraft(isSaved: boolean, isRecord: boolean, fields?: Resource['fields']) {
  const { location, key } = useOpenedLocation();
  const { defaultValues, dirtyFields } = useFormState();
  const [state] = useState<DraftState>(() => ({
    began: defaultValues,
    isOwn: false,
    isSaved: false,
    isDirty: false,
    offeredDraftKey: null,
    storedDraftKey: null,
    storeNow: () => undefined,
  }));
  state.began = defaultValues;
  state.isDirty = Object.keys(dirtyFields).length > 0;

  // Declared before the effect that stores the last values, so that its clean-up on leaving runs first.
  const blocker = useLeaveHandling(state, location);
  const draftOffer = useOffer(key, state, fields);
  useEffect(() => {
    state.isSaved = isSaved;
    // Drafts that another tab is typing into the same form are left alone.
    if (isSaved && key && state.offeredDraftKey !== (state.storedDraftKey ?? key))
      removeTabDraft(state.storedDraftKey ?? key);
  }, [isSaved, key, state]);
  useStoreDraft(key, state, isRecord);
  return { ...draftOffer, blocker };
}
