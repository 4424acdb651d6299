import '#i18n/recovery-texts.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { bare } from '#console/boot/screen.ts';
import { clearSession } from '#console/data/session/session.ts';
import { leaveSignInNote } from '#console/data/session/sign-in-note.ts';
import { text } from '#i18n/console-text.ts';
import { ActivationPage } from './activation-page.tsx';
import { Alert } from './alert.tsx';
import { confirmCode, type Sent, sendCode, type Wait } from './calls.ts';
import { ChangePage } from './change-page.tsx';
import { CodeStep } from './code-step.tsx';
import { DeadToken } from './dead-token.tsx';
import { leaveTo } from './leave.ts';
import { BackLink, Heading } from './parts.tsx';
import { PasswordForm } from './password-form.tsx';
import { PhoneStep } from './phone-step.tsx';
import { usePasswordContext, useTokenOwner } from './token-owner.ts';

/**
 * `/confirmation`: phone, code, then the page of the new password (AUTH-30…46).
 * @param onToken the code was right; the token permits a new password
 */
function RecoveryPage({ onToken }: { onToken: (token: string) => void }) {
  const [typed, setTyped] = useState('');
  const [first, setFirst] = useState<Sent | Wait | null>(null);
  if (!first) return <PhoneStep phoneText={typed} onTyped={setTyped} onNext={setFirst} />;
  return (
    <CodeStep
      first={first}
      send={() => sendCode(first.username)}
      confirm={async (code) => {
        const token = await confirmCode(first.username, code);
        if (token) onToken(token);
      }}
    >
      <BackLink to="/confirmation" onClick={() => setFirst(null)}>
        {text('recovery.otherPhone')}
      </BackLink>
    </CodeStep>
  );
}

/** `/password-change/?token=`: a new password after a recovery (AUTH-60…73). */
function PasswordPage({ token }: { token: string }) {
  const owner = useTokenOwner(token);
  const context = usePasswordContext(owner);
  if (owner === 'dead') return <DeadToken />;
  return (
    <>
      <Heading title={text('recovery.changeTitle')}>{text('recovery.changeLead')}</Heading>
      <PasswordForm
        kind="change"
        token={token}
        context={context}
        onDone={() => {
          // The change has ended every session; with a stored token the sign-in page would be passed by (AUTH-12).
          clearSession();
          leaveSignInNote('passwordChanged');
          leaveTo('/auth');
        }}
      />
      <BackLink to="/auth">{text('recovery.back')}</BackLink>
    </>
  );
}

/** Once in the life of an installation: not in the code of the others. */
const LazySetUp = lazy(async () => ({ default: (await import('./set-up-page.tsx')).SetUpPage }));

const SetUp = ({ token }: { token: string }) => (
  <Suspense>
    <LazySetUp token={token} />
  </Suspense>
);

/** Only for people with a second factor. */
const LazySecondStep = lazy(async () => ({ default: (await import('./second-step-page.tsx')).SecondStepPage }));

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

/** The small pages around signing in, by address: recovery, activation, new passwords. */
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
  if (path === '/second-step') {
    return (
      <Suspense>
        <LazySecondStep />
      </Suspense>
    );
  }
  if (path === '/setup') return <SetUp token={token} />;
  if (path === '/registration') return <ActivationPage token={token} />;
  if (path === '/password-change') return <PasswordPage token={token} />;
  if (path === '/password-change-logged') return <ChangePage />;
  return <RecoveryPage onToken={onToken} />;
}
