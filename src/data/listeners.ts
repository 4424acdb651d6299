/** Functions that are called at every change, with what is told of it. */
export interface Listeners<Told extends unknown[] = []> {
  /** @returns how to stop hearing of it */
  readonly follow: (listener: (...told: Told) => void) => () => void;
  readonly tell: (...told: Told) => void;
}

/** An empty set of listeners. */
export function createListeners<Told extends unknown[] = []>(): Listeners<Told> {
  const listeners = new Set<(...told: Told) => void>();
  return {
    follow: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...told) => {
      // A listener may stop listening, or another begin, while they are told.
      for (const listener of [...listeners]) listener(...told);
    },
  };
}

/** A value that is followed; components follow it by `useStore`. */
export interface Store<Value> {
  readonly get: () => Value;
  /** Puts another value in its place; listeners are called where it is another one. */
  readonly set: (next: Value) => void;
  readonly follow: (listener: () => void) => () => void;
}

/** A value that is followed. */
export function createStore<Value>(first: Value): Store<Value> {
  const listeners = createListeners();
  let value = first;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      listeners.tell();
    },
    follow: listeners.follow,
  };
}
