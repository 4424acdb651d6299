import { useCallback, useSyncExternalStore } from 'react';
import { isWireObject, readCollectingUnread } from '#resources/protocol/open-shapes.ts';
import { createListeners } from '../listeners.ts';

/**
 * Records of answers that no decoder could read. They are left out of what is shown; the browser's console names each once, and a
 * line of the page says how many they are (`src/shell/page-notes.tsx`).
 */

/** Parameters that choose a part of a list: calls that differ only in these are of the same list. */
const PARTS = new Set([
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

/** State of the list that was asked for last under a path. */
interface LatestList {
  /** The list without its paging: other filters or buildings are another list. */
  list: string;
  /** Unread records by the address of their answer. */
  unread: ReadonlyMap<string, readonly string[]>;
}

const latestLists = new Map<string, LatestList>();
const warned = new Set<string>();
const listeners = createListeners();

/** The key of an unread record. */
const recordKey = (record: unknown): string =>
  isWireObject(record) && record.id ? String(record.id) : JSON.stringify(record);

function note(address: string, records: readonly unknown[]): void {
  const { pathname, searchParams } = new URL(address, location.origin);
  const list = [...searchParams].filter(([name]) => !PARTS.has(name)).join('&');
  const latestList = latestLists.get(pathname);
  const unreadBefore = latestList?.list === list ? latestList.unread : new Map<string, readonly string[]>();
  for (const record of records) {
    const name = `${pathname} ${recordKey(record)}`;
    if (warned.has(name)) continue;
    warned.add(name);
    console.warn(`${pathname}: a record could not be read and is left out: ${recordKey(record)}`);
  }
  if (records.length === 0 && unreadBefore.size === 0 && !latestList) return;
  const unread = new Map(unreadBefore);
  if (records.length) unread.set(address, records.map(recordKey));
  else unread.delete(address);
  latestLists.set(pathname, { list, unread });
  listeners.tell();
}

/** Reads an answer, and notes what of it could not be read. @param address of the call, with its query */
export function readAnswer<Read>(address: string, read: () => Read): Read {
  const { value, unread } = readCollectingUnread(read);
  note(address, unread);
  return value;
}

const countAt = (path: string): number => new Set([...(latestLists.get(path)?.unread.values() ?? [])].flat()).size;

/** How many records of the list that was asked for last under this path could not be read. */
export function useUnreadableCount(path: string): number {
  return useSyncExternalStore(
    listeners.follow,
    useCallback(() => countAt(path), [path]),
  );
}
