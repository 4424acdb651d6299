import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { reportFailure } from '#console/data/http/failures.ts';
import { announce } from '#console/ui/states/announce.ts';
import { text } from '#i18n/console-text.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import { COUNT } from '#resources/limits.ts';
import { failedWith, readWait, type Sent, SOME_WAIT, type Wait } from './calls.ts';
import { CodeField } from './code-field.tsx';
import { clock, useCountdown } from './countdown.ts';
import { Heading } from './parts.tsx';
import classes from './recovery.module.css';

/**
 * The second step: six digits, checked as soon as the last one is typed, and another code once the countdown
 * has ended. A 403 puts it into the cooldown state: nothing to type until the time is up.
 * @param first how it begins: with a code that was sent, with a wait, or by sending one
 * @param send asks for a code
 * @param confirm checks one; a rejected promise is told here
 * @param children the way back
 */
export function CodeStep({
  first,
  send,
  confirm,
  children,
}: {
  first: Sent | Wait | 'send';
  send: () => Promise<Sent>;
  confirm: (code: string) => Promise<void>;
  children: ReactNode;
}) {
  const begins = first === 'send' ? { username: '' } : first;
  const waits = 'message' in begins ? (begins as Wait) : null;
  const [username, setUsername] = useState(begins.username);
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(waits?.message ?? null);
  const [checkRefused, setCheckRefused] = useState(false);
  const [busy, setBusy] = useState<'send' | 'check' | null>(null);
  const { left: secondsLeft, start } = useCountdown(
    waits?.seconds ?? ('cooldown' in begins ? Number(begins.cooldown) : 0),
  );
  const input = useRef<HTMLInputElement>(null);
  const begun = useRef(false);
  const locked = busy === 'check' || (checkRefused && secondsLeft > 0);

  function wait(error: unknown): boolean {
    const requestedWait = readWait(error);
    if (!requestedWait) return false;
    setRefused(requestedWait.message);
    start(requestedWait.seconds ?? (secondsLeft || SOME_WAIT));
    if (requestedWait.username) setUsername(requestedWait.username);
    return true;
  }

  async function ask(): Promise<void> {
    setBusy('send');
    setMistake(null);
    try {
      const answer = await send();
      setRefused(null);
      setCheckRefused(false);
      setCode('');
      start(answer.cooldown);
      if (answer.username) setUsername(answer.username);
    } catch (error) {
      if (!wait(error) && failedWith(error, 404)) setMistake(text('recovery.unknownPhone'));
    }
    setBusy(null);
    input.current?.focus();
  }

  async function check(digits: string): Promise<void> {
    setBusy('check');
    try {
      await confirm(digits);
    } catch (error) {
      const refusal = wait(error);
      setCheckRefused(refusal);
      const wrong = failedWith(error, 404);
      if (wrong) {
        setMistake(text('recovery.wrongCode'));
        reportFailure(error, text('recovery.wrongCode'));
      }
      if (wrong || refusal) setCode('');
    }
    setBusy(null);
    input.current?.focus();
  }

  function type(digits: string): void {
    if (locked || digits === code) return;
    setCode(digits);
    setMistake(null);
    if (digits.length === COUNT.codeDigits) check(digits);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step opens (AUTH-47), also in StrictMode
  useEffect(() => {
    if (first !== 'send' || begun.current) return;
    begun.current = true;
    ask();
  }, []);

  const counting = secondsLeft > 0;
  useResendAnnounced(counting, () => setRefused(null));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!locked && code.length === COUNT.codeDigits) check(code);
  }

  return (
    <form className={classes.step} onSubmit={submit} aria-busy={busy === 'check'} noValidate>
      <Heading title={text('recovery.codeTitle')}>
        {username ? (
          <>
            {text('recovery.sentTo')} <b className={classes.phone}>{formatPhone(username)}</b>.{' '}
          </>
        ) : null}
        {text('recovery.checkedAtOnce')}
      </Heading>
      <CodeField ref={input} value={code} onValue={type} mistake={mistake} locked={locked} />
      {refused ? (
        <p className="boot-alert" role="alert">
          {refused}
        </p>
      ) : null}
      <Resend secondsLeft={secondsLeft} disabled={counting || busy !== null} onAsk={ask} />
      {children}
    </form>
  );
}

/** Says that another code can be asked for, once the wait is over. @param onEnd called then */
function useResendAnnounced(counting: boolean, onEnd: () => void): void {
  const counted = useRef(false);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    if (!counting && counted.current) {
      announce(text('recovery.canResend'));
      latest.current();
    }
    counted.current = counting;
  }, [counting]);
}

/** Asks for another code. @param left seconds until that is possible */
function Resend({ secondsLeft, disabled, onAsk }: { secondsLeft: number; disabled: boolean; onAsk: () => void }) {
  return (
    <div className={classes.resend}>
      <button
        type="button"
        className={classes.second}
        aria-disabled={disabled || undefined}
        onClick={() => {
          if (!disabled) onAsk();
        }}
      >
        {text('recovery.resend')}
      </button>
      {secondsLeft > 0 ? (
        <span className={classes.clock} role="timer">
          {text('recovery.after', { time: clock(secondsLeft) })}
        </span>
      ) : null}
    </div>
  );
}
