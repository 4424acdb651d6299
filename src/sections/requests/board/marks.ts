import { useSyncExternalStore } from 'react';
import { createListeners } from '#console/data/listeners.ts';

/** What a colleague does, or has just done, with a card. */
export interface Mark {
  readonly kind: 'held' | 'moved' | 'edited' | 'created';
  /** First and last name. */
  readonly name: string;
}

/** How long a mark stays, ms: a card in somebody's hand until ten seconds after their last word (protocol). */
const STAYS = { held: 10_000, moved: 4_000, edited: 4_000, created: 4_000 } as const satisfies Record<
  Mark['kind'],
  number
>;

const marks = new Map<number, Mark>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = createListeners();

function tell(): void {
  listeners.tell();
}

/** Takes a mark off a card; of this kind only, when one is named. */
export function unmark(id: number, kind?: Mark['kind']): void {
  if (kind && marks.get(id)?.kind !== kind) return;
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (marks.delete(id)) tell();
}

/** Puts a mark on a card for a while; the newest counts, but an edit does not take a card out of somebody's hand. */
export function mark(id: number, made: Mark): void {
  if (made.kind === 'edited' && marks.get(id)?.kind === 'held') return;
  clearTimeout(timers.get(id));
  marks.set(id, made);
  timers.set(
    id,
    setTimeout(() => unmark(id), STAYS[made.kind]),
  );
  tell();
}

/** The mark on a card; null when there is none. */
export function useMark(id: number): Mark | null {
  return useSyncExternalStore(listeners.follow, () => marks.get(id) ?? null);
}
