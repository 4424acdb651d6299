import { useSyncExternalStore } from 'react';
import type { Resource } from '#resources/language/define-resource.ts';
import { type Addition, type Features, has } from '#resources/language/features.ts';
import { onSessionChange, session } from './session.ts';

/** Which parts of the product are on, as the permissions answer told last; all of them before it came (EMP-47). */
export function useFeatures(): Features | null {
  return useSyncExternalStore(onSessionChange, featuresNow);
}

/** The same outside of components. */
export function featuresNow(): Features | null {
  return session.features.get();
}

/** Whether the server has said that it has an addition of ours (G-69). */
export const useAddition = (addition: Addition): boolean => has(useFeatures(), addition);

/** The query key by which the server sorts a list; undefined where it does not, and each page is sorted here. */
export const sortKey = ({ api }: Resource): string | undefined =>
  api.sort && has(featuresNow(), 'sort') ? api.sort : undefined;
