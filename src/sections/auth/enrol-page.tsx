import '#i18n/second-factor-texts.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  beginApp,
  beginPasskey,
  callMistake,
  confirmApp,
  confirmPasskey,
  lookAtEnrolment,
} from '#console/data/second-factor/calls.ts';
import { deviceKind, knowsPasskeys, makePasskey, PasskeyRefused } from '#console/data/second-factor/passkey.ts';
import { KeyText, QrCode } from '#console/shell/second-factor/qr-code.tsx';
import { RecoveryCodes } from '#console/shell/second-factor/recovery-codes.tsx';
import { text } from '#i18n/console-text.ts';
import { SECOND_FACTOR_LIMITS } from '#resources/protocol/access/second-factor.ts';
import { failedWith } from './calls.ts';
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
  /** It is too late: the password is asked for again. */
  onOver: () => void;
  onEnrolled: (enrolled: Enrolled) => void;
  onBack: () => void;
}

/**
 * Sets a required second factor up right after a sign-in: nothing else is open before.
 * @param onDone the recovery codes were seen; with the role and the token of the session
 */
export function EnrolPage({
  token,
  onOver,
  onDone,
}: {
  token: string;
  onOver: () => void;
  onDone: (role: string | null, token: string) => void;
}) {
  const [way, setWay] = useState<'app' | 'passkey' | null>(null);
  const [hasPasskeys, setPasskeys] = useState(false);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    lookAtEnrolment(token).then(
      ({ passkeysPossible }) => !isUnmounted && setPasskeys(passkeysPossible && knowsPasskeys()),
      (error) => {
        if (!isUnmounted && failedWith(error, 401)) onOver();
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [token, onOver]);

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
  const part = { token, onOver, onEnrolled: setEnrolled, onBack: () => setWay(null) };
  if (way === 'app') return <App {...part} />;
  if (way === 'passkey') return <Passkey {...part} />;
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

/** Codes of an app: its QR code and key, then the first code. */
function App({ token, onOver, onEnrolled, onBack }: PartProps) {
  const [key, setKey] = useState<{ secret: string; uri: string } | null>(null);
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef({ onOver, onBack });
  latest.current = { onOver, onBack };
  useEffect(() => {
    let isUnmounted = false;
    beginApp(token).then(
      (begun) => !isUnmounted && setKey(begun),
      (error) => {
        if (isUnmounted) return;
        if (failedWith(error, 401)) latest.current.onOver();
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
      const { codes, role, token: given } = await confirmApp(token, digits);
      if (given) onEnrolled({ codes, role, token: given });
      return;
    } catch (error) {
      if (failedWith(error, 401)) return onOver();
      setMistake(callMistake(error, 'code'));
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
            locked={busy}
          />
        </>
      ) : null}
      <BackLink onClick={onBack}>{text('secondFactor.enrol.otherWay')}</BackLink>
    </div>
  );
}

/** A passkey: its name, then the browser asks its owner. */
function Passkey({ token, onOver, onEnrolled, onBack }: PartProps) {
  const [name, setName] = useState(() => text(`secondFactor.passkey.nameOf.${deviceKind()}`));
  const [mistake, setMistake] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setMistake(null);
    try {
      const response = await makePasskey(await beginPasskey(token));
      const { codes, role, token: given } = await confirmPasskey(token, name, response);
      if (given) onEnrolled({ codes, role, token: given });
      return;
    } catch (error) {
      if (failedWith(error, 401)) return onOver();
      const refused = error instanceof PasskeyRefused;
      setMistake(refused ? text('secondFactor.passkey.refused') : callMistake(error, 'name', 'response'));
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
