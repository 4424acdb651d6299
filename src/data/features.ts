import { useSyncExternalStore } from 'react';
import { type Feature, type Features, isOn } from '#resources/language/features.ts';
import { onSessionChange, session } from './session.ts';

/** Which parts of the product are on, as the permissions answer told last; all of them before it came (EMP-47). */
export function useFeatures(): Features | null {
  return useSyncExternalStore(onSessionChange, featuresNow);
}

/** The same outside of components. */
export function featuresNow(): Features | null {
  return session.features.get();
}

/** Whether a part of the product is on. */
export function useFeature(feature: Feature | undefined): boolean {
  return isOn(useFeatures(), feature);
}
