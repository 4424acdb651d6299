import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useBlocker } from 'react-router';
import type { RoundStore } from './round-store.ts';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/** Asks before a round is left of which something did not get to the server; closing the tab asks where nothing keeps it. */
export function LeaveRound({ store }: { store: RoundStore }) {
  const translate = useTranslate();
  const isKept = useRef(true);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const isOver =
      currentLocation.pathname !== nextLocation.pathname || !new URLSearchParams(nextLocation.search).has('round');
    if (store.tally().failed === 0 || !isOver) return false;
    isKept.current = store.keepsAll();
    return true;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const { failed, saving } = store.tally();
      if (failed + saving > 0 && !store.keepsAll()) event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [store]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <ConfirmDialog
        question={translate(isKept.current ? 'readings.round.leave' : 'readings.round.leaveUnkept', {
          count: store.tally().failed,
        })}
        yes={translate('readings.round.leaveYes')}
        onYes={async () => blocker.proceed()}
        onNo={() => blocker.state === 'blocked' && blocker.reset()}
      />
    </Suspense>
  );
}
