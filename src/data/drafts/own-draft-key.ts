import { useContext, useRef, useSyncExternalStore } from 'react';
import { PreviewContext } from '../preview.ts';
import { onSessionChange, session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';
import { draftKey } from './drafts.ts';

/**
 * The key of the signed-in person's draft of the form at an address; null until the person is known, and while the console is
 * viewed as another person, and in a preview: nothing is kept then. Stays when the sign-in expires.
 */
export function useOwnDraftKey(path: string, search = ''): string | null {
  const user = useSyncExternalStore(onSessionChange, session.userId.get);
  const isPreview = useContext(PreviewContext) !== null;
  const last = useRef(user);
  if (user !== null) last.current = user;
  return last.current === null || isPreview || viewedAs() ? null : draftKey(last.current, path, search);
}
