import { lazy, Suspense, useEffect, useState } from 'react';
import { askPasswordBy } from '#console/data/session/confirmation.ts';

const PasswordDialog = lazy(() => import('./password-dialog.tsx'));

/** Asks for the password when a call needs it; the call then goes on by itself. */
export function PasswordHost() {
  const [answer, setAnswer] = useState<((right: boolean) => void) | null>(null);
  useEffect(
    () =>
      askPasswordBy(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (right: boolean) => {
              setAnswer(null);
              resolve(right);
            });
          }),
      ),
    [],
  );
  return <Suspense>{answer ? <PasswordDialog onDone={answer} /> : null}</Suspense>;
}
