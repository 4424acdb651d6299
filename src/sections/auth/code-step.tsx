import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { reportFailure } from '#console/data/http/failures.ts';
import { announce } from '#console/ui/states/announce.ts';
import { text } from '#i18n/console-text.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import { COUNT } from '#resources/limits.ts';
import { type CodeWait, DEFAULT_WAIT_SECONDS, isStatusError, readWait, type SentCode } from './calls.ts';
import { CodeField } from './code-field.tsx';
import { formatClock, useCountdown } from './countdown.ts';
import { Heading } from './parts.tsx';
import classes from './recovery.module.css';

/**
 * Code step: six digits, checked as soon as the last one is typed; another code can be requested after the countdown. If a check
 * answers 403, the field is locked until the waiting time is over.
 * @param first a sent code, a waiting time, or `send` to send a code when the step opens
 * @param send requests a code
 * @param confirm checks a code; its rejection is shown here
 * @param children link back
 */
export function CodeStep({
  first,
  send,
  confirm,
  children,
}: {
  first: SentCode | CodeWait | 'send';
  send: () => Promise<SentCode>;
  confirm: (code: string) => Promise<void>;
  children: ReactNode;
}) {
  const initialState = first === 'send' ? { username: '' } : first;
  const firstWait = 'message' in initialState ? (initialState as CodeWait) : null;
  const [username, setUsername] = useState(initialState.username);
  const [code, setCode] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [refusalText, setRefusalText] = useState<string | null>(firstWait?.message ?? null);
  const [isCheckRefused, setIsCheckRefused] = useState(false);
  const [busy, setBusy] = useState<'send' | 'check' | null>(null);
  const { secondsLeft, start } = useCountdown(
    firstWait?.seconds ?? ('cooldown' in initialState ? Number(initialState.cooldown) : 0),
  );
  const input = useRef<HTMLInputElement>(null);
  const hasBegun = useRef(false);
  const isLocked = busy === 'check' || (isCheckRefused && secondsLeft > 0);

  function applyWait(error: unknown): boolean {
    const requestedWait = readWait(error);
    if (!requestedWait) return false;
    setRefusalText(requestedWait.message);
    start(requestedWait.seconds ?? (secondsLeft || DEFAULT_WAIT_SECONDS));
    if (requestedWait.username) setUsername(requestedWait.username);
    return true;
  }

  async function requestCode(): Promise<void> {
    setBusy('send');
    setMistake(null);
    try {
      const answer = await send();
      setRefusalText(null);
      setIsCheckRefused(false);
      setCode('');
      start(answer.cooldown);
      if (answer.username) setUsername(answer.username);
    } catch (error) {
      if (!applyWait(error) && isStatusError(error, 404)) setMistake(text('recovery.unknownPhone'));
    }
    setBusy(null);
    input.current?.focus();
  }

  async function check(digits: string): Promise<void> {
    setBusy('check');
    try {
      await confirm(digits);
    } catch (error) {
      const isRefused = applyWait(error);
      setIsCheckRefused(isRefused);
      const isWrongCode = isStatusError(error, 404);
      if (isWrongCode) {
        setMistake(text('recovery.wrongCode'));
        reportFailure(error, text('recovery.wrongCode'));
      }
      if (isWrongCode || isRefused) setCode('');
    }
    setBusy(null);
    input.current?.focus();
  }

  function changeCode(digits: string): void {
    if (isLocked || digits === code) return;
    setCode(digits);
    setMistake(null);
    if (digits.length === COUNT.codeDigits) check(digits);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the step opens (AUTH-47), also in StrictMode
  useEffect(() => {
    if (first !== 'send' || hasBegun.current) return;
    hasBegun.current = true;
    requestCode();
  }, []);

  const isCounting = secondsLeft > 0;
  useAnnounceResend(isCounting, () => setRefusalText(null));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isLocked && code.length === COUNT.codeDigits) check(code);
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
      <CodeField ref={input} value={code} onValue={changeCode} mistake={mistake} isLocked={isLocked} />
      {refusalText ? (
        <p className="boot-alert" role="alert">
          {refusalText}
        </p>
      ) : null}
      <ResendButton secondsLeft={secondsLeft} disabled={isCounting || busy !== null} onAsk={requestCode} />
      {children}
    </form>
  );
}

/** Announces the end of the countdown to screen readers. @param onEnd called at the end too */
function useAnnounceResend(isCounting: boolean, onEnd: () => void): void {
  const wasCounting = useRef(false);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    if (!isCounting && wasCounting.current) {
      announce(text('recovery.canResend'));
      latest.current();
    }
    wasCounting.current = isCounting;
  }, [isCounting]);
}

/** Button that requests another code. @param secondsLeft seconds until that is possible */
function ResendButton({ secondsLeft, disabled, onAsk }: { secondsLeft: number; disabled: boolean; onAsk: () => void }) {
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
          {text('recovery.after', { time: formatClock(secondsLeft) })}
        </span>
      ) : null}
    </div>
  );
}
