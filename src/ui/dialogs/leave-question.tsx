import { lazy, Suspense } from 'react';
import { type Blocker, useBeforeUnload, useBlocker } from 'react-router';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

/**
 * Blocks navigation to another page while it would lose something; for closing the tab the browser asks.
 * @returns the blocker for a `LeaveQuestion`
 */
export function useLeaveBlocker(losesSomething: () => boolean): Blocker {
  useBeforeUnload((event) => {
    if (losesSomething()) event.preventDefault();
  });
  return useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && losesSomething(),
  );
}

/** Asks whether to leave the page while navigation is blocked. */
export function LeaveQuestion({ blocker, question, yes }: { blocker: Blocker; question: string; yes: string }) {
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <ConfirmDialog question={question} yes={yes} onYes={async () => blocker.proceed()} onNo={() => blocker.reset()} />
    </Suspense>
  );
}
