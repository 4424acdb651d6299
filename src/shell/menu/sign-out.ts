import { useCallback } from 'react';
import { useAuthProvider, useStoreContext } from 'react-admin';
import { forgetDraftFiles } from '#console/data/drafts/draft-files.ts';
import { forgetDrafts, userDraftPrefix } from '#console/data/drafts/own-drafts.ts';
import { isCancelled } from '#console/data/http/failures.ts';
import { request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { SIGNING_OUT } from '#console/data/live/live-frames.ts';
import { endPush } from '#console/data/push/end-push.ts';
import { currentFeatures } from '#console/data/session/features.ts';
import { session } from '#console/data/session/session.ts';
import { hasAddition } from '#resources/language/features.ts';
import { SIGN_OUT_PATH } from '#resources/protocol/paths/access.ts';

/** Timeout of the sign-out calls, ms; afterwards the token is removed without an answer. */
const TIMEOUT_MS = 1500;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Ends the token on the server; a server without the `sessions` feature does not have the call. */
async function endToken(): Promise<void> {
  if (!hasAddition(currentFeatures(), 'sessions')) return;
  try {
    await request(SIGN_OUT_PATH, { method: 'POST', report: false, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    if (!(error instanceof RequestError) && !isCancelled(error)) throw error;
  }
}

/**
 * Returns the sign-out function: ends the token, removes session, drafts and list settings of the person, and loads the sign-in
 * page, so that nothing stays in the memory of this page (AUTH-78, CONST-09).
 */
export function useSignOut(): () => Promise<void> {
  const authProvider = useAuthProvider();
  const store = useStoreContext();
  return useCallback(async () => {
    globalThis.dispatchEvent(new Event(SIGNING_OUT));
    const user = session.userId.get();
    if (user !== null) forgetDrafts(user);
    const files = user === null ? null : forgetDraftFiles(userDraftPrefix(user));
    await Promise.all([endToken(), Promise.race([Promise.all([files, endPush()]), wait(TIMEOUT_MS)])]);
    store.reset();
    const address = await authProvider?.logout({});
    globalThis.location.assign(typeof address === 'string' ? address : '/auth');
  }, [authProvider, store]);
}
