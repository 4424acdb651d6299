import { lazy, Suspense, useEffect, useState } from 'react';
import { bare } from '#console/boot/screen.ts';
import { ActivationPage } from './activation-page.tsx';
import { Alert } from './alert.tsx';
import { ChangePage } from './change-page.tsx';
import { leaveTo } from './leave.ts';
import { PasswordPage } from './password-page.tsx';
import { RecoveryPage } from './recovery-page.tsx';

/** Once in the life of an installation: not in the code of the others. */
const LazySetUp = lazy(async () => ({ default: (await import('./set-up-page.tsx')).SetUpPage }));

const SetUp = ({ token }: { token: string }) => (
  <Suspense>
    <LazySetUp token={token} />
  </Suspense>
);

interface Place {
  path: string;
  token: string;
}

function here(): Place {
  const { pathname, search } = globalThis.location;
  return { path: bare(pathname), token: new URLSearchParams(search).get('token') ?? '' };
}

/** Where a page leads that has no token in its address (AUTH-51, AUTH-52, AUTH-60, G-04). */
const WITHOUT_TOKEN: Readonly<Record<string, string>> = {
  '/setup': '/auth',
  '/registration': '/profile',
  '/password-change': '/auth',
};

/** The small pages around signing in, by address (A§2): recovery, activation, new passwords. */
export function AccessPages() {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const look = () => setPlace(here());
    globalThis.addEventListener('popstate', look);
    return () => globalThis.removeEventListener('popstate', look);
  }, []);

  function openPasswordPage(token: string): void {
    // In place of the code's page: the way back would lead to a code that is used up.
    history.replaceState(null, '', `/password-change/?token=${encodeURIComponent(token)}`);
    setPlace(here());
  }

  return (
    <>
      <Page place={place} onToken={openPasswordPage} />
      <Alert />
    </>
  );
}

function Page({ place: { path, token }, onToken }: { place: Place; onToken: (token: string) => void }) {
  const away = token ? undefined : WITHOUT_TOKEN[path];
  useEffect(() => {
    if (away) leaveTo(away, true);
  }, [away]);
  if (away) return null;
  if (path === '/setup') return <SetUp token={token} />;
  if (path === '/registration') return <ActivationPage token={token} />;
  if (path === '/password-change') return <PasswordPage token={token} />;
  if (path === '/password-change-logged') return <ChangePage />;
  return <RecoveryPage onToken={onToken} />;
}
