/** Functions that are called at every change, with its details. */
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
      // Listeners may be added or removed while they are called.
      for (const listener of [...listeners]) listener(...told);
    },
  };
}

/** An observable value; components follow it by `useStore`. */
export interface Store<Value> {
  readonly get: () => Value;
  /** Sets the value; listeners are called where it differs. */
  readonly set: (next: Value) => void;
  readonly follow: (listener: () => void) => () => void;
}

/** An observable value. */
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
