import '#i18n/second-factor-texts.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  callErrorMessage,
  confirmApp,
  confirmPasskey,
  loadEnrolment,
  startAppSetup,
  startPasskeySetup,
} from '#console/data/second-factor/calls.ts';
import { createPasskey, deviceKind, PasskeyRefused, supportsPasskeys } from '#console/data/second-factor/passkey.ts';
import { KeyText, QrCode } from '#console/shell/second-factor/qr-code.tsx';
import { RecoveryCodes } from '#console/shell/second-factor/recovery-codes.tsx';
import { text } from '#i18n/console-text.ts';
import { SECOND_FACTOR_LIMITS } from '#resources/protocol/access/second-factor.ts';
import { isStatusError } from './calls.ts';
import { CodeField } from './code-field.tsx';
import { BackLink, Heading, MainButton, Mistake } from './parts.tsx';
import classes from './recovery.module.css';
import { TextField } from './text-field.tsx';

interface Enrolled {
  codes: readonly string[];
  role: string | null;
  token: string;
}

interface PartProps {
  token: string;
  /** Called when the sign-in has expired and must begin again with the password. */
  onExpired: () => void;
  onEnrolled: (enrolled: Enrolled) => void;
  onBack: () => void;
}

/**
 * Sets up a required second factor right after sign-in, before the console opens.
 * @param onDone called after the recovery codes were confirmed, with the role and the session token
 */
export function EnrolPage({
  token,
  onExpired,
  onDone,
}: {
  token: string;
  onExpired: () => void;
  onDone: (role: string | null, token: string) => void;
}) {
  const [way, setWay] = useState<'app' | 'passkey' | null>(null);
  const [hasPasskeys, setHasPasskeys] = useState(false);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    loadEnrolment(token).then(
      ({ passkeysPossible }) => !isUnmounted && setHasPasskeys(passkeysPossible && supportsPasskeys()),
      (error) => {
        if (!isUnmounted && isStatusError(error, 401)) onExpired();
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [token, onExpired]);

  if (enrolled) {
    return (
      <form
        className={classes.step}
        onSubmit={(event) => {
          event.preventDefault();
          onDone(enrolled.role, enrolled.token);
        }}
      >
        <Heading title={text('secondFactor.codes.title')}>{text('secondFactor.codes.lead')}</Heading>
        <RecoveryCodes codes={enrolled.codes} />
        <div className="boot-do">
          <MainButton busy={false}>{text('secondFactor.codes.done')}</MainButton>
        </div>
      </form>
    );
  }
  const part = { token, onExpired, onEnrolled: setEnrolled, onBack: () => setWay(null) };
  if (way === 'app') return <AppEnrolment {...part} />;
  if (way === 'passkey') return <PasskeyEnrolment {...part} />;
  return (
    <div className={classes.step}>
      <Heading title={text('secondFactor.enrol.title')}>{text('secondFactor.enrol.lead')}</Heading>
      {(['app', 'passkey'] as const)
        .filter((one) => one === 'app' || hasPasskeys)
        .map((one) => (
          <button key={one} type="button" className={classes.choice} onClick={() => setWay(one)}>
            <b>{text(`secondFactor.enrol.${one}`)}</b>
            <small>{text(`secondFactor.enrol.${one}Line`)}</small>
          </button>
        ))}
      <BackLink to="/auth">{text('secondFactor.step.back')}</BackLink>
    </div>
  );
}

/** Set-up of an authenticator app: QR code and key, then the first code. */
function AppEnrolment({ token, onExpired, onEnrolled, onBack }: PartProps) {
  const [key, setKey] = useState<{ secret: string; uri: string } | null>(null);
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef({ onExpired, onBack });
  latest.current = { onExpired, onBack };
  useEffect(() => {
    let isUnmounted = false;
    startAppSetup(token).then(
      (appKey) => !isUnmounted && setKey(appKey),
      (error) => {
        if (isUnmounted) return;
        if (isStatusError(error, 401)) latest.current.onExpired();
        else latest.current.onBack();
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [token]);

  async function confirm(digits: string): Promise<void> {
    setBusy(true);
    try {
      const { codes, role, token: sessionToken } = await confirmApp(token, digits);
      if (sessionToken) onEnrolled({ codes, role, token: sessionToken });
      return;
    } catch (error) {
      if (isStatusError(error, 401)) return onExpired();
      setMistake(callErrorMessage(error, 'code'));
      setCode('');
    }
    setBusy(false);
  }
  return (
    <div className={classes.step} aria-busy={busy || !key}>
      <Heading title={text('secondFactor.app.title')}>{text('secondFactor.app.scan')}</Heading>
      {key ? (
        <>
          <QrCode value={key.uri} name={text('secondFactor.app.qr')} />
          <p>
            {text('secondFactor.app.byHand')} <KeyText secret={key.secret} />
          </p>
          <CodeField
            label={text('secondFactor.app.code')}
            value={code}
            onValue={(digits) => {
              if (busy || digits === code) return;
              setCode(digits);
              setMistake(null);
              if (digits.length === SECOND_FACTOR_LIMITS.appCodeDigits) void confirm(digits);
            }}
            mistake={mistake}
            isLocked={busy}
          />
        </>
      ) : null}
      <BackLink onClick={onBack}>{text('secondFactor.enrol.otherWay')}</BackLink>
    </div>
  );
}

/** Set-up of a passkey: its name, then the prompt of the browser. */
function PasskeyEnrolment({ token, onExpired, onEnrolled, onBack }: PartProps) {
  const [name, setName] = useState(() => text(`secondFactor.passkey.nameOf.${deviceKind()}`));
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setMistake(null);
    try {
      const response = await createPasskey(await startPasskeySetup(token));
      const { codes, role, token: sessionToken } = await confirmPasskey(token, name, response);
      if (sessionToken) onEnrolled({ codes, role, token: sessionToken });
      return;
    } catch (error) {
      if (isStatusError(error, 401)) return onExpired();
      const isRefused = error instanceof PasskeyRefused;
      setMistake(isRefused ? text('secondFactor.passkey.refused') : callErrorMessage(error, 'name', 'response'));
    }
    setBusy(false);
  }
  return (
    <form className={classes.step} onSubmit={submit} noValidate aria-busy={busy}>
      <Heading title={text('secondFactor.passkey.title')}>{text('secondFactor.passkey.lead')}</Heading>
      <TextField
        label={text('secondFactor.passkey.name')}
        value={name}
        onValue={setName}
        onLeave={() => undefined}
        mistake={null}
        max={SECOND_FACTOR_LIMITS.passkeyName}
        autoComplete="off"
        focus
      />
      <div className="boot-do">
        <Mistake id="passkey-error">{mistake}</Mistake>
        <MainButton busy={busy}>{text('secondFactor.passkey.confirm')}</MainButton>
      </div>
      <BackLink onClick={onBack}>{text('secondFactor.enrol.otherWay')}</BackLink>
    </form>
  );
}
