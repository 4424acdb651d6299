/** Names of the storage of `last-seen.ts`. No imports, because the boot script includes this file. */
export const LAST_SEEN = { database: 'last-seen', store: 'seen' } as const;

/**
 * Deletes the storage on the sign-in page: the page of the sign-out may be left before its own deletion has finished. Does
 * nothing in a browser without IndexedDB.
 */
export function eraseLastSeen(): void {
  globalThis.indexedDB?.deleteDatabase(LAST_SEEN.database);
}
