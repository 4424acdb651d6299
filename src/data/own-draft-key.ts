import { useRef, useSyncExternalStore } from 'react';
import { draftKey } from './drafts.ts';
import { onSessionChange, session } from './session.ts';
import { viewedAs } from './view-as.ts';

/**
 * The key of the signed-in person's draft of the form at an address; null until it is known who he is, and for who looks at
 * somebody else's console: he leaves nothing of it behind. Stays when the sign-in expires.
 */
export function useOwnDraftKey(path: string, search = ''): string | null {
  const user = useSyncExternalStore(onSessionChange, session.userId.get);
  const last = useRef(user);
  if (user !== null) last.current = user;
  return last.current === null || viewedAs() ? null : draftKey(last.current, path, search);
}
