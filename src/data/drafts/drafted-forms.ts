import { readDraft, removeDraft } from './drafts.ts';

/** A form that has a draft. */
export interface DraftedForm {
  /** Rest of its address after the given prefix. */
  name: string;
  /** Time of its newest draft, ms since 1970. */
  at: number;
  values: Readonly<Record<string, unknown>>;
}

const keysWithPrefix = (prefix: string) => Object.keys(localStorage).filter((stored) => stored.startsWith(prefix));

/** The name of a form from the key of its draft; the key may end with the id of a tab. */
const formName = (storageKey: string, prefix: string) => storageKey.slice(prefix.length).split(' ')[0] ?? '';

/**
 * The newest draft of each form below an address, newest first.
 * @param key key of the address itself (`useOwnDraftKey`)
 */
export function listDraftedForms(key: string): DraftedForm[] {
  const prefix = `${key}/`;
  const draftedForms = new Map<string, DraftedForm>();
  for (const storageKey of keysWithPrefix(prefix)) {
    const draft = readDraft(storageKey);
    const name = formName(storageKey, prefix);
    const newest = draftedForms.get(name);
    if (draft && (!newest || newest.at < draft.at))
      draftedForms.set(name, { name, at: draft.at, values: draft.values });
  }
  return [...draftedForms.values()].sort((one, other) => other.at - one.at);
}

/** Removes the drafts of a form below an address, in all tabs. */
export function removeFormDrafts(key: string, name: string): void {
  const prefix = `${key}/`;
  for (const storageKey of keysWithPrefix(prefix)) if (formName(storageKey, prefix) === name) removeDraft(storageKey);
}
