import { createContext, useContext, useSyncExternalStore } from 'react';
import { createListeners } from '#console/data/listeners.ts';
import type { TaskStage } from '#resources/rules/requests/constants.ts';
import type { TaskMove } from '#resources/rules/requests/moves.ts';

/** A card in the hand. */
export interface DragState {
  id: number;
  from: TaskStage;
  /** Column under it, and the place in it; null over none. */
  over: { stage: TaskStage; index: number } | null;
  /** What dropping it here does. */
  move: TaskMove | null;
  /** Height of the card with the gap below it, CSS pixels. */
  height: number;
  /** Carried by the keyboard. */
  isByKeys: boolean;
}

/** The card in the hand, followed by those who draw something for it and by nobody else. */
export interface DragStore {
  get: () => DragState | null;
  set: (state: DragState | null) => void;
  subscribe: (listener: () => void) => () => void;
  /** Where on the screen the card was when the hand let go of it; null until then. */
  released: DOMRect | null;
}

/** A store for one board. */
export function makeDragStore(): DragStore {
  let state: DragState | null = null;
  const listeners = createListeners();
  return {
    released: null,
    get: () => state,
    set: (next) => {
      state = next;
      listeners.tell();
    },
    subscribe: (listener) => {
      return listeners.follow(listener);
    },
  };
}

export const DragContext = createContext<DragStore | null>(null);

/** The store of the board around. */
export function useDragStore(): DragStore {
  const store = useContext(DragContext);
  if (!store) throw new Error('A card that can be lifted needs a board around it');
  return store;
}

/** Something of the card in the hand; draws anew only when that changes, so let it be a plain value. */
export function useDrag<Value extends string | number | boolean | null>(
  pick: (state: DragState | null) => Value,
): Value {
  const store = useDragStore();
  return useSyncExternalStore(store.subscribe, () => pick(store.get()));
}
