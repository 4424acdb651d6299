import { useContext, useRef, useSyncExternalStore } from 'react';
import { PreviewContext } from '../preview.ts';
import { onSessionChange, session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';
import { draftKey } from './drafts.ts';

/**
 * Draft key of the signed-in person for the form at an address. Null until the person is known, while viewing as another person,
 * and in a preview: nothing is stored then. Remains valid when the sign-in expires.
 */
export function useOwnDraftKey(path: string, search = ''): string | null {
  const user = useSyncExternalStore(onSessionChange, session.userId.get);
  const isPreview = useContext(PreviewContext) !== null;
  const last = useRef(user);
  if (user !== null) last.current = user;
  return last.current === null || isPreview || viewedAs() ? null : draftKey(last.current, path, search);
}
