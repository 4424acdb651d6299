import { useCallback, useSyncExternalStore } from 'react';
import { createListeners } from '#console/data/listeners.ts';
import { onSessionChange, session } from '#console/data/session/session.ts';

/** How many a browser remembers of a person; the oldest are forgotten first. */
const REMEMBERED = 500;

const listeners = createListeners();
let read: { key: string; text: string | null; ids: readonly number[] } = { key: '', text: null, ids: [] };

/** Each person of this browser has seen their own. */
const keyNow = () => `stories-seen-${session.userId.get() ?? ''}`;

/** The stored seen frames; an unreadable value counts as nothing seen, so the rings just show once more. */
function parse(text: string | null): readonly number[] {
  if (text === null) return [];
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.filter((id) => Number.isInteger(id)) : [];
  } catch {
    return [];
  }
}

/** The same list until it changes, as React wants it. */
function seenNow(): readonly number[] {
  const key = keyNow();
  const text = localStorage.getItem(key);
  if (key !== read.key || text !== read.text) read = { key, text, ids: parse(text) };
  return read.ids;
}

/** A storage event, which tells of other tabs, is heard through the session, which follows it. */
function subscribe(listener: () => void): () => void {
  const leave = listeners.follow(listener);
  const stop = onSessionChange(listener);
  return () => {
    leave();
    stop();
  };
}

/** Ids of the stories the person has opened in this browser, and how to add one: the others have the brass ring. */
export function useSeenStories(): [readonly number[], (id: number) => void] {
  const ids = useSyncExternalStore(subscribe, seenNow);
  const add = useCallback((id: number) => {
    const before = seenNow();
    if (before.includes(id)) return;
    try {
      localStorage.setItem(keyNow(), JSON.stringify([...before, id].slice(-REMEMBERED)));
    } catch {
      // The browser gives no more room: the ring shows once more, as with what cannot be read.
      return;
    }
    listeners.tell();
  }, []);
  return [ids, add];
}
