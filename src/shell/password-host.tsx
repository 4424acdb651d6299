import { lazy, Suspense, useEffect, useState } from 'react';
import { setPasswordDialog } from '#console/data/session/confirmation.ts';

const PasswordDialog = lazy(() => import('./password-dialog.tsx'));

/** Shows the password dialog when a call requires it; the call is then repeated. */
export function PasswordHost() {
  const [answer, setAnswer] = useState<((isCorrect: boolean) => void) | null>(null);
  useEffect(
    () =>
      setPasswordDialog(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (isCorrect: boolean) => {
              setAnswer(null);
              resolve(isCorrect);
            });
          }),
      ),
    [],
  );
  return <Suspense>{answer ? <PasswordDialog onDone={answer} /> : null}</Suspense>;
}
