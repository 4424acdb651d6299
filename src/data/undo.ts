import { useSyncExternalStore } from 'react';

/** Something that was just done and can be taken back for a while. */
export interface UndoOffer {
  /** Tells one offer from the next. */
  key: number;
  /** What was done, translated: «Объявление удалено». */
  said: string;
  /** Takes it back; rejects when the server refuses, which has been reported then. */
  undo: () => Promise<void>;
}

let current: UndoOffer | null = null;
let lastKey = 0;
const listeners = new Set<() => void>();

function show(next: UndoOffer | null): void {
  current = next;
  for (const listener of [...listeners]) listener();
}

/** Offers to take something back; what was offered before is final now. @returns its key */
export function offerUndo(offer: Omit<UndoOffer, 'key'>): number {
  lastKey += 1;
  show({ ...offer, key: lastKey });
  return lastKey;
}

/** Ends an offer, unless another one has taken its place. */
export function withdrawUndo(key: number): void {
  if (current?.key === key) show(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The offer that stands now. */
export function useUndoOffer(): UndoOffer | null {
  return useSyncExternalStore(subscribe, () => current);
}
