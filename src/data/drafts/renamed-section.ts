import type { Resource } from '#resources/language/define-resource.ts';
import { STORE_PREFIX } from '../session/lists-owner.ts';
import { moveDraftFile } from './draft-files.ts';
import { DRAFT_PREFIX } from './own-drafts.ts';

/** A storage key with the new name of its section; null for a key of another section. */
function renamedKey(key: string, was: string, name: string): string | null {
  const listPrefix = `${STORE_PREFIX}.${was}.`;
  if (key.startsWith(listPrefix)) return `${STORE_PREFIX}.${name}.${key.slice(listPrefix.length)}`;
  if (!key.startsWith(DRAFT_PREFIX)) return null;
  // Matches drafts of forms, small texts, and idempotency keys.
  const draftPattern = new RegExp(`^(${DRAFT_PREFIX}[^:]*:(?:~|\\^/api/records|))/${was}(?=[/? ]|$)`);
  return draftPattern.test(key) ? key.replace(draftPattern, `$1/${name}`) : null;
}

/**
 * Moves stored data of renamed sections to their new names: drafts with files, small texts, idempotency keys, and list settings.
 * Data already stored under the new name is kept.
 */
export async function moveRenamedSections(resources: readonly Resource[]): Promise<void> {
  for (const { name, was } of resources) {
    if (was === undefined) continue;
    for (const key of Object.keys(localStorage)) {
      const next = renamedKey(key, was, name);
      const keptText = localStorage.getItem(key);
      if (next === null || keptText === null || localStorage.getItem(next) !== null) continue;
      await moveDraftFile(key, next);
      localStorage.setItem(next, keptText);
      localStorage.removeItem(key);
    }
  }
}
