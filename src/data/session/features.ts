import { useContext, useSyncExternalStore } from 'react';
import type { Resource } from '#resources/language/define-resource.ts';
import { type Addition, type Features, hasAddition } from '#resources/language/features.ts';
import { PreviewContext } from '../preview.ts';
import { onSessionChange, session } from './session.ts';
import { viewedAs } from './view-as.ts';

/**
 * Feature flags of the last permissions answer; null until it has arrived: then optional parts count as on (EMP-47) and our
 * additions as missing. Re-renders on changes.
 */
export function useFeatures(): Features | null {
  const stored = useSyncExternalStore(onSessionChange, currentFeatures);
  return useContext(PreviewContext)?.features ?? stored;
}

/** The feature flags, for use outside of components. */
export function currentFeatures(): Features | null {
  return session.features.get();
}

/** Whether the server supports an addition to the specification (G-69). */
export const useServerFeature = (addition: Addition): boolean => hasAddition(useFeatures(), addition);

/** Like `useServerFeature`, but off while viewing as another person; for personal features. */
export const useOwnServerFeature = (addition: Addition): boolean => useServerFeature(addition) && viewedAs() === null;

/** Whether the server can restore a deleted record of a section. */
export const canRestore = ({ api, generic }: Resource): boolean =>
  api.undo === true && (generic === true || hasAddition(currentFeatures(), 'undo'));

/** Query parameter for sorting on the server; undefined if the server cannot sort, and each page is sorted on the client. */
export const sortKey = ({ api }: Resource): string | undefined =>
  api.sort && hasAddition(currentFeatures(), 'sort') ? api.sort : undefined;

/** Whether search reads all pages on the client, since the server neither sorts nor searches. */
export const isSearchedHere = (resource: Resource): boolean =>
  resource.api.sort !== undefined && sortKey(resource) === undefined;
