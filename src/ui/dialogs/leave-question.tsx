import { lazy, Suspense } from 'react';
import { type Blocker, useBeforeUnload, useBlocker } from 'react-router';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

/**
 * Holds up the way to another page while something would be lost by it; the browser itself asks when the tab is closed.
 * @returns what holds up the way, for a `LeaveQuestion`
 */
export function useLeaveBlocker(losesSomething: () => boolean): Blocker {
  useBeforeUnload((event) => {
    if (losesSomething()) event.preventDefault();
  });
  return useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && losesSomething(),
  );
}

/** Asks whether the page shall be left, while the way out is held up. */
export function LeaveQuestion({ blocker, question, yes }: { blocker: Blocker; question: string; yes: string }) {
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <ConfirmDialog question={question} yes={yes} onYes={async () => blocker.proceed()} onNo={() => blocker.reset()} />
    </Suspense>
  );
}
