import { useCallback, useSyncExternalStore } from 'react';
import { decodeCollectingInvalid, isWireObject } from '#resources/protocol/open-shapes.ts';
import { createListeners } from '../listeners.ts';

/**
 * Records of answers that could not be decoded. They are left out of the display; each is logged once, and the page shows how
 * many they are (`src/shell/page-notes.tsx`).
 */

/** Paging parameters: calls that differ only in these belong to the same list. */
const PAGING_PARAMETERS = new Set([
  'page',
  'page_size',
  'count',
  'cursor',
  'from_order',
  'from_stage',
  'stage',
  'before',
  'after',
  'norms',
]);

/** State of the list that was requested last under a path. */
interface LatestList {
  /** Query without paging parameters; other filters or buildings are another list. */
  list: string;
  /** Keys of unreadable records by URL of the call. */
  unread: ReadonlyMap<string, readonly string[]>;
}

const latestLists = new Map<string, LatestList>();
const warnedKeys = new Set<string>();
const listeners = createListeners();

/** Key of an unreadable record. */
const recordKey = (record: unknown): string =>
  isWireObject(record) && record.id ? String(record.id) : JSON.stringify(record);

function recordUnread(address: string, records: readonly unknown[]): void {
  const { pathname, searchParams } = new URL(address, location.origin);
  const list = [...searchParams].filter(([name]) => !PAGING_PARAMETERS.has(name)).join('&');
  const latestList = latestLists.get(pathname);
  const unreadBefore = latestList?.list === list ? latestList.unread : new Map<string, readonly string[]>();
  for (const record of records) {
    const name = `${pathname} ${recordKey(record)}`;
    if (warnedKeys.has(name)) continue;
    warnedKeys.add(name);
    console.warn(`${pathname}: a record could not be read and is left out: ${recordKey(record)}`);
  }
  if (records.length === 0 && unreadBefore.size === 0 && !latestList) return;
  const unread = new Map(unreadBefore);
  if (records.length) unread.set(address, records.map(recordKey));
  else unread.delete(address);
  latestLists.set(pathname, { list, unread });
  listeners.notify();
}

/**
 * Decodes an answer and records which of its records could not be read.
 * @param address URL of the call, with its query
 */
export function readAnswer<Read>(address: string, read: () => Read): Read {
  const { value, unread } = decodeCollectingInvalid(read);
  recordUnread(address, unread);
  return value;
}

const countAt = (path: string): number => new Set([...(latestLists.get(path)?.unread.values() ?? [])].flat()).size;

/** Number of unreadable records of the list requested last under this path. */
export function useUnreadableCount(path: string): number {
  return useSyncExternalStore(
    listeners.subscribe,
    useCallback(() => countAt(path), [path]),
  );
}
