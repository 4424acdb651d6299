import { useContext, useSyncExternalStore } from 'react';
import type { Resource } from '#resources/language/define-resource.ts';
import { type Addition, type Features, has } from '#resources/language/features.ts';
import { PreviewContext } from '../preview.ts';
import { onSessionChange, session } from './session.ts';
import { viewedAs } from './view-as.ts';

/** The parts of the product that are on, by the last answer about permissions; all of them before it came (EMP-47). */
export function useFeatures(): Features | null {
  const stored = useSyncExternalStore(onSessionChange, featuresNow);
  return useContext(PreviewContext)?.features ?? stored;
}

/** The same outside of components. */
export function featuresNow(): Features | null {
  return session.features.get();
}

/** Whether the server has said that it has an addition of ours (G-69). */
export const useAddition = (addition: Addition): boolean => has(useFeatures(), addition);

/** The same for additions of the person's own: off while the console is viewed as another person. */
export const useOwnAddition = (addition: Addition): boolean => useAddition(addition) && viewedAs() === null;

/** Whether the server can restore a deleted record of a section. */
export const canRestore = ({ api, generic }: Resource): boolean =>
  api.undo === true && (generic === true || has(featuresNow(), 'undo'));

/** The query key by which the server sorts a list; undefined where it does not, and each page is sorted here. */
export const sortKey = ({ api }: Resource): string | undefined =>
  api.sort && has(featuresNow(), 'sort') ? api.sort : undefined;

/** Whether the console itself searches all pages of a list, since its server neither sorts nor searches. */
export const isSearchedHere = (resource: Resource): boolean =>
  resource.api.sort !== undefined && sortKey(resource) === undefined;
