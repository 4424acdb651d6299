import { createRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { session } from '#console/data/session.ts';
import { extraDefinitions } from './extra-definitions.ts';
import { leaveWithToken } from './leave-with-token.ts';
import { makeRouter } from './router.tsx';

/**
 * Starts the console in the outline that `index.html` shows. The first page is drawn once its code is there, so that
 * the outline gives way to the page itself; sections that an installation added come when the server has told of them.
 * @returns what the console hangs on
 * @throws when the console cannot be set up
 */
export async function start(root: HTMLElement): Promise<Root> {
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
