import '#i18n/draft-texts.ts';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useBlocker } from 'react-router';

const ConfirmDialog = lazy(() => import('#console/ui/dialogs/confirm-dialog.tsx'));

/** Asks before the page is left, closing the tab included, while what is typed in a cell would be lost: no draft keeps it. */
export function LeaveCell({ losesSomething }: { losesSomething: () => boolean }) {
  const translate = useTranslate();
  const latestCheck = useRef(losesSomething);
  latestCheck.current = losesSomething;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && latestCheck.current(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latestCheck.current()) event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <ConfirmDialog
        question={translate('drafts.leave')}
        yes={translate('drafts.leaveYes')}
        onYes={async () => blocker.proceed()}
        onNo={() => blocker.state === 'blocked' && blocker.reset()}
      />
    </Suspense>
  );
}
