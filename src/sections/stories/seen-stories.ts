import { useCallback, useSyncExternalStore } from 'react';
import { createListeners } from '#console/data/listeners.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';

/** Maximum number of ids stored per person; the oldest are dropped. */
const MAX_REMEMBERED = 500;

const listeners = createListeners();
let cache: { key: string; text: string | null; ids: readonly number[] } = { key: '', text: null, ids: [] };

/** Storage key, separate for each person who uses this browser. */
const storageKey = () => `stories-seen-${session.userId.get() ?? ''}`;

/** Parses the stored ids; an unreadable value counts as nothing seen, so the rings are just shown again. */
function parseIds(text: string | null): readonly number[] {
  if (text === null) return [];
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}

/** The ids; the same array until they change, as useSyncExternalStore requires. */
function getSnapshot(): readonly number[] {
  const key = storageKey();
  const text = localStorage.getItem(key);
  if (key !== cache.key || text !== cache.text) cache = { key, text, ids: parseIds(text) };
  return cache.ids;
}

/** Changes in other tabs arrive through the session, which listens to storage events. */
function subscribe(listener: () => void): () => void {
  const leave = listeners.subscribe(listener);
  const stop = onSessionChange(listener);
  return () => {
    leave();
    stop();
  };
}

/** Ids of the stories opened in this browser, and a function that adds one; unseen stories have a brass ring. */
export function useSeenStories(): [readonly number[], (id: number) => void] {
  const ids = useSyncExternalStore(subscribe, getSnapshot);
  const add = useCallback((id: number) => {
    const currentIds = getSnapshot();
    if (currentIds.includes(id)) return;
    try {
      localStorage.setItem(storageKey(), JSON.stringify([...currentIds, id].slice(-MAX_REMEMBERED)));
    } catch {
      // The storage is full: the ring is shown again next time.
      return;
    }
    listeners.notify();
  }, []);
  return [ids, add];
}
