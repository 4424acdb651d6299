/** A set of listeners, called with the details of each change. */
export interface Listeners<Details extends unknown[] = []> {
  /** @returns the unsubscribe function */
  readonly subscribe: (listener: (...details: Details) => void) => () => void;
  readonly notify: (...details: Details) => void;
}

/** Creates an empty set of listeners. */
export function createListeners<Details extends unknown[] = []>(): Listeners<Details> {
  const listeners = new Set<(...details: Details) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (...details) => {
      // Listeners may be added or removed while they are called.
      for (const listener of [...listeners]) listener(...details);
    },
  };
}

/** An observable value; components subscribe with `useStore`. */
export interface Store<Value> {
  readonly get: () => Value;
  /** Sets the value; listeners are called if it differs. */
  readonly set: (next: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates an observable value. */
export function createStore<Value>(initialValue: Value): Store<Value> {
  const listeners = createListeners();
  let value = initialValue;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      listeners.notify();
    },
    subscribe: listeners.subscribe,
  };
}
