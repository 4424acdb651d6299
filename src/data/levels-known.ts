import { useSyncExternalStore } from 'react';
import { onSessionChange, session } from '#console/data/session.ts';

/** Whether the person's levels have arrived; before that nothing is known to be forbidden. */
export function useLevelsKnown(): boolean {
  return useSyncExternalStore(onSessionChange, () => session.permissions.get() !== null);
}
