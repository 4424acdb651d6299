import '#i18n/second-factor-texts.ts';
import { type FormEvent, lazy, Suspense, useCallback, useState } from 'react';
import { landingAddress } from '#console/boot/screen.ts';
import { callErrorMessage, loadPasskeyChallenge, submitSecondStep } from '#console/data/second-factor/calls.ts';
import { PasskeyRefused, signWithPasskey, supportsPasskeys } from '#console/data/second-factor/passkey.ts';
import { chosenFirstPage } from '#console/data/session/first-page.ts';
import { claimListSettings } from '#console/data/session/lists-owner.ts';
import { forgetSecondStep, type PendingSecondStep, pendingSecondStep } from '#console/data/session/second-step.ts';
import { session } from '#console/data/session/session.ts';
import { text } from '#i18n/console-text.ts';
import type { SecondWay } from '#resources/protocol/access/second-factor.ts';
import { isStatusError } from './calls.ts';
import { CodeField } from './code-field.tsx';
import { BackLink, Heading, MainButton, Mistake } from './parts.tsx';
import classes from './recovery.module.css';
import { TextField } from './text-field.tsx';

const EnrolPage = lazy(async () => ({ default: (await import('./enrol-page.tsx')).EnrolPage }));

/** URL of the sign-in page for another try; keeps the query with the requested page. */
const signInAgain = () => `/auth${globalThis.location.search}`;

/** Stores the session and opens the console, like the sign-in form. */
function completeSignIn({ login }: PendingSecondStep, role: string | null, token: string): void {
  forgetSecondStep();
  claimListSettings(login);
  session.token.set(token);
  session.role.set(role);
  session.keepLoggedIn.set(true);
  const firstPage = chosenFirstPage(login);
  const landing = landingAddress(globalThis.location.search, firstPage ?? undefined);
  // State in the format of the router: `isChosen` lets the page redirect if the person may no longer open it.
  history.replaceState(landing === firstPage ? { usr: { isChosen: true } } : null, '', landing);
  globalThis.location.reload();
}

/** `/second-step`: asks for the second factor after a right password. */
export function SecondStepPage() {
  const [step] = useState(pendingSecondStep);
  const [isExpired, setIsExpired] = useState(false);
  const expire = useCallback(() => {
    forgetSecondStep();
    setIsExpired(true);
  }, []);
  if (!step || isExpired) return <ExpiredStep />;
  if (!step.enrol) return <SecondStepForm step={step} onOver={expire} />;
  return (
    <Suspense>
      <EnrolPage token={step.pending} onExpired={expire} onDone={(role, token) => completeSignIn(step, role, token)} />
    </Suspense>
  );
}

function ExpiredStep() {
  return (
    <>
      <div role="alert">
        <Heading title={text('secondFactor.step.overTitle')}>{text('secondFactor.step.overLine')}</Heading>
      </div>
      <BackLink to={signInAgain()}>{text('secondFactor.step.back')}</BackLink>
    </>
  );
}

const OTHER_WAY_TEXTS: Readonly<Record<SecondWay, string>> = {
  totp: 'secondFactor.step.otherTotp',
  passkey: 'secondFactor.step.otherPasskey',
  recovery: 'secondFactor.step.otherRecovery',
};

function SecondStepForm({ step, onOver: onExpired }: { step: PendingSecondStep; onOver: () => void }) {
  const ways = step.ways.filter((way) => way !== 'passkey' || supportsPasskeys());
  const [way, setWay] = useState<SecondWay | undefined>(ways[0]);
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [codesLeft, setCodesLeft] = useState<{ role: string | null; token: string; count: number } | null>(null);

  async function submitProof(getProof: () => Promise<Parameters<typeof submitSecondStep>[1]>): Promise<void> {
    setBusy(true);
    setMistake(null);
    try {
      const { role, token, left: count } = await submitSecondStep(step.pending, await getProof());
      if (token && count !== null) setCodesLeft({ role, token, count });
      else if (token) completeSignIn(step, role, token);
      return;
    } catch (error) {
      if (isStatusError(error, 401)) return onExpired();
      setMistake(
        error instanceof PasskeyRefused ? text('secondFactor.passkey.notSigned') : callErrorMessage(error, 'code'),
      );
      setCode('');
    }
    setBusy(false);
  }

  if (codesLeft)
    return <CodesLeft count={codesLeft.count} onDone={() => completeSignIn(step, codesLeft.role, codesLeft.token)} />;
  if (!way) {
    return (
      <>
        <Heading title={text('secondFactor.step.title')}>{text('secondFactor.step.none')}</Heading>
        <BackLink to={signInAgain()}>{text('secondFactor.step.back')}</BackLink>
      </>
    );
  }

  const byPasskey = async () => ({
    way: 'passkey' as const,
    response: await signWithPasskey(await loadPasskeyChallenge(step.pending)),
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    if (way === 'passkey') void submitProof(byPasskey);
    else if (!code.trim()) setMistake(text('validation.required'));
    else if (way) void submitProof(async () => ({ way, code }));
  }
  function changeCode(digits: string): void {
    if (busy || digits === code) return;
    setCode(digits);
    setMistake(null);
    if (digits.length === 6) void submitProof(async () => ({ way: 'totp', code: digits }));
  }
  return (
    <form className={classes.step} onSubmit={submit} noValidate aria-busy={busy}>
      <Heading title={text('secondFactor.step.title')}>{text(`secondFactor.step.${way}Lead`)}</Heading>
      {way === 'totp' ? (
        <CodeField
          label={text('secondFactor.step.code')}
          value={code}
          onValue={changeCode}
          mistake={mistake}
          isLocked={busy}
        />
      ) : way === 'recovery' ? (
        <TextField
          label={text('secondFactor.step.recoveryCode')}
          value={code}
          onValue={(typed) => {
            setCode(typed);
            setMistake(null);
          }}
          onLeave={() => undefined}
          mistake={mistake}
          max={60}
          autoComplete="off"
          focus
        />
      ) : (
        <Mistake id="passkey-error">{mistake}</Mistake>
      )}
      {way === 'totp' ? null : (
        <div className="boot-do">
          <MainButton busy={busy}>{text(`secondFactor.step.${way === 'passkey' ? 'passkey' : 'confirm'}`)}</MainButton>
        </div>
      )}
      <OtherWays
        ways={ways.filter((other) => other !== way)}
        onWay={(other) => {
          setWay(other);
          setCode('');
          setMistake(null);
          if (other === 'passkey') void submitProof(byPasskey);
        }}
      />
      <BackLink to={signInAgain()}>{text('secondFactor.step.back')}</BackLink>
    </form>
  );
}

/** Buttons for the other second factors. */
function OtherWays({ ways, onWay }: { ways: readonly SecondWay[]; onWay: (way: SecondWay) => void }) {
  return (
    <div className={classes.ways}>
      {ways.map((way) => (
        <button key={way} type="button" className={classes.second} onClick={() => onWay(way)}>
          {text(OTHER_WAY_TEXTS[way])}
        </button>
      ))}
    </div>
  );
}

/** Shown after a recovery code was used: number of codes left. */
function CodesLeft({ count, onDone }: { count: number; onDone: () => void }) {
  return (
    <form
      className={classes.step}
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <Heading title={text('secondFactor.codes.title')}>
        {text('secondFactor.step.left', { smart_count: count })}
      </Heading>
      <div className="boot-do">
        <MainButton busy={false}>{text('secondFactor.step.goOn')}</MainButton>
      </div>
    </form>
  );
}
