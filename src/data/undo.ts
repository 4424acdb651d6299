import type { ReactNode } from 'react';
import type { NotificationOptions } from 'react-admin';
import { MS } from '#resources/limits.ts';
import { createStore } from './listeners.ts';
import { useStore } from './use-store.ts';

/** A recent action that can be undone for a while. */
export interface UndoOffer {
  /** Unique key. */
  key: number;
  /** The action, translated: «Объявление удалено». */
  sentence: ReactNode;
  /** Undoes the action; rejects when the server refuses, which has been reported already. */
  undo: () => Promise<void>;
  /** A new offer replaces an earlier one of the same kind, because its sentence describes only the last action. */
  kind?: string;
  /** Called when it ends without being undone, e.g. to send a change that was only shown so far. */
  end?: () => void;
  /** Expiry, ms of `performance.now()`. */
  until: number;
  /** The undo is in progress; the offer ends after it. */
  busy: boolean;
}

/** A link to the record that a toast is about. */
export interface ToastLink {
  /** Path in the console. */
  to: string;
  /** State for the page there (`location.state`). */
  state?: unknown;
  /** Translated: «Открыть». */
  label: string;
}

/** Our options of `useNotify` besides those of react-admin. */
export interface ToastOptions extends NotificationOptions {
  link?: ToastLink;
  /** Undoes the action on the server; rejects when the server refuses, which has been reported already. */
  undo?: () => Promise<void>;
  /** A new offer replaces an earlier one of the same kind. */
  kind?: string;
  /** Time from now during which the server can undo it, ms; `MS.undo` by default. */
  undoTime?: number;
}

/** Current offers, the newest last; each is undone independently. */
const offers = createStore<readonly UndoOffer[]>([]);
let lastKey = 0;

/** Shows these offers without expired ones: an offer below another may have expired unseen. */
function setOffers(next: readonly UndoOffer[]): void {
  const now = performance.now();
  const previousOffers = offers.get();
  offers.set(next.filter(({ busy, until }) => busy || until > now));
  for (const { key, busy, end } of previousOffers) if (!busy && !offers.get().some((one) => one.key === key)) end?.();
}

/**
 * Offers to undo an action; an earlier offer is shown again after this one is used.
 * @param time duration, ms
 * @returns its key
 */
export function offerUndo(
  offer: Pick<UndoOffer, 'sentence' | 'undo' | 'kind' | 'end'>,
  time: number = MS.undo,
): number {
  lastKey += 1;
  const others = offers.get().filter(({ kind }) => kind === undefined || kind !== offer.kind);
  setOffers([...others, { ...offer, key: lastKey, until: performance.now() + time, busy: false }]);
  return lastKey;
}

/** Ends an offer. */
export function withdrawUndo(key: number): void {
  setOffers(offers.get().filter((offer) => offer.key !== key));
}

/** Ends the offers of a kind, e.g. when the action was undone in another way. */
export function withdrawUndosByKind(kind: string): void {
  setOffers(offers.get().filter((offer) => offer.kind !== kind));
}

/** Undoes the offered action, at most once; rejects like its `undo`. */
export async function runUndo(key: number): Promise<void> {
  const offer = offers.get().find((one) => one.key === key);
  if (!offer || offer.busy) return;
  setOffers(offers.get().map((one) => (one === offer ? { ...offer, busy: true } : one)));
  try {
    await offer.undo();
  } finally {
    withdrawUndo(key);
  }
}

/** Removes all offers; for tests. */
export function clearUndoOffers(): void {
  offers.set([]);
}

/** The newest offer. */
export function useUndoOffer(): UndoOffer | null {
  return useStore(offers).at(-1) ?? null;
}
