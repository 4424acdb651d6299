import { useRef, useSyncExternalStore } from 'react';
import { onSessionChange, session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';
import { draftKey } from './drafts.ts';

/**
 * The key of the signed-in person's draft of the form at an address; null until it is known who they are, and for who looks at
 * somebody else's console: they leave nothing of it behind. Stays when the sign-in expires.
 */
export function useOwnDraftKey(path: string, search = ''): string | null {
  const user = useSyncExternalStore(onSessionChange, session.userId.get);
  const last = useRef(user);
  if (user !== null) last.current = user;
  return last.current === null || viewedAs() ? null : draftKey(last.current, path, search);
}
