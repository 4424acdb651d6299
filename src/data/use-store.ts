import { useSyncExternalStore } from 'react';
import type { Store } from './listeners.ts';

/** The value of a store; re-renders when it changes. A separate file, because the sign-in script uses stores without React. */
export const useStore = <Value>(store: Pick<Store<Value>, 'subscribe' | 'get'>): Value =>
  useSyncExternalStore(store.subscribe, store.get);
