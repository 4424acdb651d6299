import type { Resource } from '#resources/language/define-resource.ts';
import { STORE_PREFIX } from '../session/lists-owner.ts';
import { moveDraftFile } from './draft-files.ts';
import { DRAFT_PREFIX } from './own-drafts.ts';

/** A key of the storage under the new name of its section; null for a key of another section. */
function keyNow(key: string, was: string, name: string): string | null {
  const ofList = `${STORE_PREFIX}.${was}.`;
  if (key.startsWith(ofList)) return `${STORE_PREFIX}.${name}.${key.slice(ofList.length)}`;
  if (!key.startsWith(DRAFT_PREFIX)) return null;
  // Drafts of forms, small texts, and calls that were sent.
  const place = new RegExp(`^(${DRAFT_PREFIX}[^:]*:(?:~|\\^/api/records|))/${was}(?=[/? ]|$)`);
  return place.test(key) ? key.replace(place, `$1/${name}`) : null;
}

/**
 * Moves what this browser keeps of renamed sections to their new names: drafts with their files, small texts, calls that were sent, and
 * settings of lists. What is kept under the new name already stays.
 */
export async function moveRenamedSections(resources: readonly Resource[]): Promise<void> {
  for (const { name, was } of resources) {
    if (was === undefined) continue;
    for (const key of Object.keys(localStorage)) {
      const next = keyNow(key, was, name);
      const keptText = localStorage.getItem(key);
      if (next === null || keptText === null || localStorage.getItem(next) !== null) continue;
      await moveDraftFile(key, next);
      localStorage.setItem(next, keptText);
      localStorage.removeItem(key);
    }
  }
}
