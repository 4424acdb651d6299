import { useCallback } from 'react';
import { useAuthProvider, useStoreContext } from 'react-admin';
import { forgetDraftFiles } from '#console/data/drafts/draft-files.ts';
import { forgetDrafts, ownDrafts } from '#console/data/drafts/own-drafts.ts';
import { isCancelled } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { SIGNING_OUT } from '#console/data/live/live-frames.ts';
import { endPush } from '#console/data/push/end-push.ts';
import { featuresNow } from '#console/data/session/features.ts';
import { session } from '#console/data/session/session.ts';
import { has } from '#resources/language/features.ts';
import { SIGN_OUT_PATH } from '#resources/protocol/paths/access.ts';

/** Ends the token on the server; a server of the specification does not know the call. */
/** Milliseconds that leaving waits for the server; without an answer the token is forgotten all the same. */
const PATIENCE = 1500;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function endToken(): Promise<void> {
  if (!has(featuresNow(), 'sessions')) return;
  try {
    await request(SIGN_OUT_PATH, { method: 'POST', report: false, signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    if (!(error instanceof RequestError) && !isCancelled(error)) throw error;
  }
}

/**
 * How to sign out: ends the token, forgets the person, their drafts and what was remembered of their lists, and loads the
 * sign-in page anew, so that nothing of them stays in this page's memory (AUTH-78, CONST-09).
 */
export function useSignOut(): () => Promise<void> {
  const authProvider = useAuthProvider();
  const store = useStoreContext();
  return useCallback(async () => {
    globalThis.dispatchEvent(new Event(SIGNING_OUT));
    const user = session.userId.get();
    if (user !== null) forgetDrafts(user);
    const files = user === null ? null : forgetDraftFiles(ownDrafts(user));
    await Promise.all([endToken(), Promise.race([Promise.all([files, endPush()]), pause(PATIENCE)])]);
    store.reset();
    const address = await authProvider?.logout({});
    globalThis.location.assign(typeof address === 'string' ? address : '/auth');
  }, [authProvider, store]);
}
