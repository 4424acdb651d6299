import { readDraft, removeDraft } from './drafts.ts';

/** A form that has a draft. */
export interface DraftedPlace {
  /** Suffix of its address after the one that was asked for. */
  name: string;
  /** When its newest draft was kept, ms since 1970. */
  at: number;
  values: Readonly<Record<string, unknown>>;
}

const keysBelow = (prefix: string) => Object.keys(localStorage).filter((stored) => stored.startsWith(prefix));

/** The name of a form in the key of its draft; the key may go on with the mark of a tab. */
const nameIn = (place: string, prefix: string) => place.slice(prefix.length).split(' ')[0] ?? '';

/** The newest draft of each form below an address. @param key that of the address itself (`useOwnDraftKey`) */
export function draftedPlaces(key: string): DraftedPlace[] {
  const prefix = `${key}/`;
  const places = new Map<string, DraftedPlace>();
  for (const place of keysBelow(prefix)) {
    const draft = readDraft(place);
    const name = nameIn(place, prefix);
    const before = places.get(name);
    if (draft && (!before || before.at < draft.at)) places.set(name, { name, at: draft.at, values: draft.values });
  }
  return [...places.values()].sort((one, other) => other.at - one.at);
}

/** Forgets every draft of a form below an address, whichever tab it is of. */
export function removeDraftsOf(key: string, name: string): void {
  const prefix = `${key}/`;
  for (const place of keysBelow(prefix)) if (nameIn(place, prefix) === name) removeDraft(place);
}
