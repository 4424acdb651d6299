import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { BUILT_IN } from '#resources/built-in.ts';
import { loadExtraDefinitions } from './app/extra-definitions.ts';
import { leaveWithToken } from './app/leave-with-token.ts';
import { makeRouter } from './app/router.tsx';
import { sectionsWith } from './app/sections.ts';
import { makeProviders } from './data/providers.ts';
import { session } from './data/session.ts';

/**
 * Starts the console in the outline that `index.html` shows. The first page is drawn once its code is there,
 * so that the outline gives way to the page itself.
 */
async function start(root: HTMLElement): Promise<void> {
  const extra = await loadExtraDefinitions();
  const router = makeRouter({ sections: sectionsWith(extra), providers: makeProviders([...BUILT_IN, ...extra]) });
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
  // With transitions a signed-out visitor was once sent round and round (react-admin 10764, 10885).
  createRoot(root).render(<RouterProvider router={router} useTransitions={false} />);
}

const root = document.getElementById('root');
if (root) start(root);
