import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { setSessionReplaced, signInAddress } from '#console/data/http/token-error.ts';
import { KEYS, session } from '#console/data/session/session.ts';
import { extraDefinitions } from './extra-definitions.ts';
import { makeRouter } from './router.tsx';
import { allowTranslation } from './translated-page.ts';

/** The tokens in use: that of this tab, and the stored one, which differs while viewing as another person (view-as.ts). */
const readTokens = (): string => `${session.token.get()} ${localStorage.getItem(KEYS.token)}`;

/**
 * Reloads or leaves the page when its token has changed: after a sign-out or sign-in in another tab, also when the page is
 * restored from the back/forward cache. What it shows and has in memory belongs to the previous person.
 */
export function leaveOnTokenChange(): void {
  const initialTokens = readTokens();
  let isLeaving = false;
  const checkTokens = () => {
    // Only once: navigating again while the page is unloading can block it for good.
    if (isLeaving || readTokens() === initialTokens) return;
    isLeaving = true;
    setSessionReplaced(true);
    // Suppresses the browser question about unsaved changes.
    globalThis.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
    if (localStorage.getItem(KEYS.token)) globalThis.location.reload();
    else globalThis.location.assign(signInAddress());
  };
  // Runs before all other storage listeners, which would call the server with the new token.
  globalThis.addEventListener('storage', checkTokens, { capture: true });
  globalThis.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    isLeaving = false;
    setSessionReplaced(false);
    checkTokens();
  });
}

/**
 * Starts the console inside the skeleton of `index.html`. The first render waits for the code of the first page, so that the page
 * replaces the skeleton directly; sections that an installation added come when the server has answered.
 * @returns the React root
 * @throws when the console cannot be set up
 */
export async function startConsole(root: HTMLElement): Promise<Root> {
  allowTranslation();
  const router = makeRouter(extraDefinitions());
  if (session.token.get()) leaveOnTokenChange();
  if (!router.state.initialized) {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe((state) => {
        if (!state.initialized) return;
        stop();
        resolve();
      });
    });
  }
  // The sign-in form is no longer needed and contains a password field and a heading; `/auth` loads a new page.
  document.getElementById('sign-in')?.remove();
  // With transitions a signed-out visitor was redirected in a loop (react-admin 10764, 10885).
  const reactRoot = createRoot(root);
  reactRoot.render(<RouterProvider router={router} useTransitions={false} />);
  return reactRoot;
}
