/**
 * The storage of `last-seen.ts`. No imports: the script that runs before everything else uses it too.
 */
export const LAST_SEEN = { database: 'last-seen', store: 'seen' } as const;

/**
 * Erases it at the sign-in page: the page where a person signs out may be left before its own erasure is done. A browser
 * without a database has nothing to erase.
 */
export function eraseLastSeen(): void {
  globalThis.indexedDB?.deleteDatabase(LAST_SEEN.database);
}
