import type { ReactNode } from 'react';
import type { NotificationOptions } from 'react-admin';
import { MS } from '#resources/limits.ts';
import { createStore } from './listeners.ts';
import { useStore } from './use-store.ts';

/** A recent action that can be undone for a while. */
export interface UndoOffer {
  /** Tells one offer from the next. */
  key: number;
  /** The action, translated: «Объявление удалено». */
  sentence: ReactNode;
  /** Undoes it; rejects when the server refuses, which has been reported then. */
  undo: () => Promise<void>;
  /** An offer of the same kind ends with this one: its sentence is about the last action alone. */
  kind?: string;
  /** Called when it ends without being undone: a change made only on the screen is sent now. */
  end?: () => void;
  /** When it ends, ms of `performance.now()`. */
  until: number;
  /** Whether it is being undone; it then ends when that is over. */
  busy: boolean;
}

/** A link to the subject of a sentence. */
export interface ToastLink {
  /** Address in the console. */
  to: string;
  /** State for the page there (`location.state`). */
  state?: unknown;
  /** Translated: «Открыть». */
  label: string;
}

/** Options of the toast besides react-admin's own of `useNotify`. */
export interface ToastOptions extends NotificationOptions {
  link?: ToastLink;
  /** Undoes the action on the server; rejects when the server refuses, which has been reported then. */
  undo?: () => Promise<void>;
  /** An offer of the same kind ends with this one. */
  kind?: string;
  /** How long the server can undo it from now on, ms; `MS.undo` when left out. */
  undoTime?: number;
}

/** The last one on top: each is undone by itself, as the server keeps each for its own time. */
const offers = createStore<readonly UndoOffer[]>([]);
let lastKey = 0;

/** Shows those that are left: one that was below another may have ended meanwhile. */
function show(next: readonly UndoOffer[]): void {
  const now = performance.now();
  const before = offers.get();
  offers.set(next.filter(({ busy, until }) => busy || until > now));
  for (const { key, busy, end } of before) if (!busy && !offers.get().some((one) => one.key === key)) end?.();
}

/**
 * Offers to undo an action; an earlier offer is shown again once this one is used.
 * @param time how long, ms
 * @returns its key
 */
export function offerUndo(
  offer: Pick<UndoOffer, 'sentence' | 'undo' | 'kind' | 'end'>,
  time: number = MS.undo,
): number {
  lastKey += 1;
  const others = offers.get().filter(({ kind }) => kind === undefined || kind !== offer.kind);
  show([...others, { ...offer, key: lastKey, until: performance.now() + time, busy: false }]);
  return lastKey;
}

/** Ends an offer. */
export function withdrawUndo(key: number): void {
  show(offers.get().filter((offer) => offer.key !== key));
}

/** Ends the offer of a kind: its action was undone in another way. */
export function withdrawUndosByKind(kind: string): void {
  show(offers.get().filter((offer) => offer.kind !== kind));
}

/** Undoes the offered action, once; rejects as its `undo` does. */
export async function takeBack(key: number): Promise<void> {
  const offer = offers.get().find((one) => one.key === key);
  if (!offer || offer.busy) return;
  show(offers.get().map((one) => (one === offer ? { ...offer, busy: true } : one)));
  try {
    await offer.undo();
  } finally {
    withdrawUndo(key);
  }
}

/** Forgets all offers: another test. */
export function forgetToasts(): void {
  offers.set([]);
}

/** The offer on top. */
export function useUndoOffer(): UndoOffer | null {
  return useStore(offers).at(-1) ?? null;
}
