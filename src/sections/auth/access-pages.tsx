import '#i18n/recovery-texts.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { withoutTrailingSlash } from '#console/boot/screen.ts';
import { clearSession } from '#console/data/session/session.ts';
import { storeSignInNote } from '#console/data/session/sign-in-note.ts';
import { text } from '#i18n/console-text.ts';
import { ActivationPage } from './activation-page.tsx';
import { Alert } from './alert.tsx';
import { type CodeWait, confirmCode, type SentCode, sendCode } from './calls.ts';
import { PasswordChangePage } from './change-page.tsx';
import { CodeStep } from './code-step.tsx';
import { DeadToken } from './dead-token.tsx';
import { loadAddress } from './leave.ts';
import { BackLink, Heading } from './parts.tsx';
import { PasswordForm } from './password-form.tsx';
import { PhoneStep } from './phone-step.tsx';
import { usePasswordContext, useTokenOwner } from './token-owner.ts';

/**
 * `/confirmation`: phone, code, then the page of the new password (AUTH-30…46).
 * @param onToken called after a correct code; the token permits setting a new password
 */
function RecoveryPage({ onToken }: { onToken: (token: string) => void }) {
  const [typed, setTyped] = useState('');
  const [first, setFirst] = useState<SentCode | CodeWait | null>(null);
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
          // The change ended all sessions; with a stored token the sign-in page would be skipped (AUTH-12).
          clearSession();
          storeSignInNote('passwordChanged');
          loadAddress('/auth');
        }}
      />
      <BackLink to="/auth">{text('recovery.back')}</BackLink>
    </>
  );
}

/** A separate chunk, because it is needed only once per installation. */
const LazySetUp = lazy(async () => ({ default: (await import('./set-up-page.tsx')).SetUpPage }));

const SetUpRoute = ({ token }: { token: string }) => (
  <Suspense>
    <LazySetUp token={token} />
  </Suspense>
);

/** A separate chunk, because only people with a second factor need it. */
const LazySecondStep = lazy(async () => ({ default: (await import('./second-step-page.tsx')).SecondStepPage }));

interface PageLocation {
  path: string;
  token: string;
}

function readLocation(): PageLocation {
  const { pathname, search } = globalThis.location;
  return { path: withoutTrailingSlash(pathname), token: new URLSearchParams(search).get('token') ?? '' };
}

/** Redirects of pages opened without a token in the URL (AUTH-51, AUTH-52, AUTH-60, G-04). */
const REDIRECTS_WITHOUT_TOKEN: Readonly<Record<string, string>> = {
  '/setup': '/auth',
  '/registration': '/profile',
  '/password-change': '/auth',
};

/** Access pages by URL: recovery, activation, password change, set-up, second step. */
export function AccessPages() {
  const [pageLocation, setPageLocation] = useState(readLocation);
  useEffect(() => {
    const update = () => setPageLocation(readLocation());
    globalThis.addEventListener('popstate', update);
    return () => globalThis.removeEventListener('popstate', update);
  }, []);

  function openPasswordPage(token: string): void {
    // Replaces the history entry, because going back would lead to a used code.
    history.replaceState(null, '', `/password-change/?token=${encodeURIComponent(token)}`);
    setPageLocation(readLocation());
  }

  return (
    <>
      <Page pageLocation={pageLocation} onToken={openPasswordPage} />
      <Alert />
    </>
  );
}

function Page({
  pageLocation: { path, token },
  onToken,
}: {
  pageLocation: PageLocation;
  onToken: (token: string) => void;
}) {
  const redirect = token ? undefined : REDIRECTS_WITHOUT_TOKEN[path];
  useEffect(() => {
    if (redirect) loadAddress(redirect, true);
  }, [redirect]);
  if (redirect) return null;
  if (path === '/second-step') {
    return (
      <Suspense>
        <LazySecondStep />
      </Suspense>
    );
  }
  if (path === '/setup') return <SetUpRoute token={token} />;
  if (path === '/registration') return <ActivationPage token={token} />;
  if (path === '/password-change') return <PasswordPage token={token} />;
  if (path === '/password-change-logged') return <PasswordChangePage />;
  return <RecoveryPage onToken={onToken} />;
}
