import '#i18n/second-factor-texts.ts';
import { type FormEvent, lazy, Suspense, useCallback, useState } from 'react';
import { landingAddress } from '#console/boot/screen.ts';
import { callMistake, loadPasskeyChallenge, makeSecondStep } from '#console/data/second-factor/calls.ts';
import { knowsPasskeys, PasskeyRefused, signByPasskey } from '#console/data/second-factor/passkey.ts';
import { chosenFirstPage } from '#console/data/session/first-page.ts';
import { keepOwnLists } from '#console/data/session/lists-owner.ts';
import { forgetSecondStep, type PendingSecondStep, pendingSecondStep } from '#console/data/session/second-step.ts';
import { session } from '#console/data/session/session.ts';
import { text } from '#i18n/console-text.ts';
import type { SecondWay } from '#resources/protocol/access/second-factor.ts';
import { failedWith } from './calls.ts';
import { CodeField } from './code-field.tsx';
import { BackLink, Heading, MainButton, Mistake } from './parts.tsx';
import classes from './recovery.module.css';
import { TextField } from './text-field.tsx';

const EnrolPage = lazy(async () => ({ default: (await import('./enrol-page.tsx')).EnrolPage }));

/** Address of the sign-in page for another try; it keeps the page the person wanted. */
const signInAgain = () => `/auth${globalThis.location.search}`;

/** Signs in after the second step, as the sign-in form does. */
function enter({ login }: PendingSecondStep, role: string | null, token: string): void {
  forgetSecondStep();
  keepOwnLists(login);
  session.token.set(token);
  session.role.set(role);
  session.keepLoggedIn.set(true);
  const firstPage = chosenFirstPage(login);
  const landing = landingAddress(globalThis.location.search, firstPage ?? undefined);
  // As the router keeps it: the page that was chosen once leads on where it is closed by now.
  history.replaceState(landing === firstPage ? { usr: { isChosen: true } } : null, '', landing);
  globalThis.location.reload();
}

/** `/second-step`: asks for the second factor after a right password. */
export function SecondStepPage() {
  const [step] = useState(pendingSecondStep);
  const [isOver, setOver] = useState(false);
  const end = useCallback(() => {
    forgetSecondStep();
    setOver(true);
  }, []);
  if (!step || isOver) return <Over />;
  if (!step.enrol) return <Step step={step} onOver={end} />;
  return (
    <Suspense>
      <EnrolPage token={step.pending} onOver={end} onDone={(role, token) => enter(step, role, token)} />
    </Suspense>
  );
}

function Over() {
  return (
    <>
      <div role="alert">
        <Heading title={text('secondFactor.step.overTitle')}>{text('secondFactor.step.overLine')}</Heading>
      </div>
      <BackLink to={signInAgain()}>{text('secondFactor.step.back')}</BackLink>
    </>
  );
}

const OTHER: Readonly<Record<SecondWay, string>> = {
  totp: 'secondFactor.step.otherTotp',
  passkey: 'secondFactor.step.otherPasskey',
  recovery: 'secondFactor.step.otherRecovery',
};

function Step({ step, onOver }: { step: PendingSecondStep; onOver: () => void }) {
  const ways = step.ways.filter((way) => way !== 'passkey' || knowsPasskeys());
  const [way, setWay] = useState<SecondWay | undefined>(ways[0]);
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [lastCodes, setLastCodes] = useState<{ role: string | null; token: string; count: number } | null>(null);

  async function show(getProof: () => Promise<Parameters<typeof makeSecondStep>[1]>): Promise<void> {
    setBusy(true);
    setMistake(null);
    try {
      const { role, token, left: count } = await makeSecondStep(step.pending, await getProof());
      if (token && count !== null) setLastCodes({ role, token, count });
      else if (token) enter(step, role, token);
      return;
    } catch (error) {
      if (failedWith(error, 401)) return onOver();
      setMistake(error instanceof PasskeyRefused ? text('secondFactor.passkey.notSigned') : callMistake(error, 'code'));
      setCode('');
    }
    setBusy(false);
  }

  if (lastCodes) return <Left count={lastCodes.count} onDone={() => enter(step, lastCodes.role, lastCodes.token)} />;
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
    response: await signByPasskey(await loadPasskeyChallenge(step.pending)),
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    if (way === 'passkey') void show(byPasskey);
    else if (!code.trim()) setMistake(text('validation.required'));
    else if (way) void show(async () => ({ way, code }));
  }
  function type(digits: string): void {
    if (busy || digits === code) return;
    setCode(digits);
    setMistake(null);
    if (digits.length === 6) void show(async () => ({ way: 'totp', code: digits }));
  }
  return (
    <form className={classes.step} onSubmit={submit} noValidate aria-busy={busy}>
      <Heading title={text('secondFactor.step.title')}>{text(`secondFactor.step.${way}Lead`)}</Heading>
      {way === 'totp' ? (
        <CodeField label={text('secondFactor.step.code')} value={code} onValue={type} mistake={mistake} locked={busy} />
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
      <Others
        ways={ways.filter((other) => other !== way)}
        onWay={(other) => {
          setWay(other);
          setCode('');
          setMistake(null);
          if (other === 'passkey') void show(byPasskey);
        }}
      />
      <BackLink to={signInAgain()}>{text('secondFactor.step.back')}</BackLink>
    </form>
  );
}

/** The other ways to prove one's identity. */
function Others({ ways, onWay }: { ways: readonly SecondWay[]; onWay: (way: SecondWay) => void }) {
  return (
    <div className={classes.ways}>
      {ways.map((way) => (
        <button key={way} type="button" className={classes.second} onClick={() => onWay(way)}>
          {text(OTHER[way])}
        </button>
      ))}
    </div>
  );
}

/** A recovery code was used: how many are left. */
function Left({ count, onDone }: { count: number; onDone: () => void }) {
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
