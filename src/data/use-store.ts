import { useSyncExternalStore } from 'react';
import type { Store } from './listeners.ts';

/** The value of a store, followed. Apart from the stores: the script of the sign-in page has them and no React. */
export const useStore = <Value>(store: Pick<Store<Value>, 'follow' | 'get'>): Value =>
  useSyncExternalStore(store.follow, store.get);
