import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { setOvertaken, signInAddress } from '#console/data/http/token-error.ts';
import { KEYS, session } from '#console/data/session/session.ts';
import { extraDefinitions } from './extra-definitions.ts';
import { makeRouter } from './router.tsx';
import { allowTranslation } from './translated-page.ts';

/** Tokens that the browser holds to sign calls with: a view as another person keeps its own beside (view-as.ts). */
const credentials = (): string => `${session.token.get()} ${localStorage.getItem(KEYS.token)}`;

/**
 * Leaves the page when the token that it began with is another one now: a sign-out or sign-in in another tab, or this page
 * comes back out of the browser's memory after that. What it shows and remembers is of the person before.
 */
export function leaveWithToken(): void {
  const initialCredentials = credentials();
  let leaving = false;
  const look = () => {
    // Once: setting out again while the page is being left can hold it up for good.
    if (leaving || credentials() === initialCredentials) return;
    leaving = true;
    setOvertaken(true);
    // The question whether to stay is not asked.
    globalThis.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
    if (localStorage.getItem(KEYS.token)) globalThis.location.reload();
    else globalThis.location.assign(signInAddress());
  };
  // Before all else that follows the session, which would ask the server anew with what is stored now.
  globalThis.addEventListener('storage', look, { capture: true });
  globalThis.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    leaving = false;
    setOvertaken(false);
    look();
  });
}

/**
 * Starts the console in the outline that `index.html` shows. The first page is drawn once its code is there, so that
 * the outline gives way to the page itself; sections that an installation added come when the server has told of them.
 * @returns what the console hangs on
 * @throws when the console cannot be set up
 */
export async function start(root: HTMLElement): Promise<Root> {
  allowTranslation();
  const router = makeRouter(extraDefinitions());
  if (session.token.get()) leaveWithToken();
  if (!router.state.initialized) {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe((state) => {
        if (!state.initialized) return;
        stop();
        resolve();
      });
    });
  }
  // The form has done its work and holds a password field and a heading of its own; `/auth` is loaded anew.
  document.getElementById('sign-in')?.remove();
  // With transitions a signed-out visitor was once sent round and round (react-admin 10764, 10885).
  const hung = createRoot(root);
  hung.render(<RouterProvider router={router} useTransitions={false} />);
  return hung;
}
