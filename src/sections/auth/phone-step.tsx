import { type FormEvent, useState } from 'react';
import { text } from '#i18n/console-text.ts';
import { type CodeWait, DEFAULT_WAIT_SECONDS, isStatusError, readWait, type SentCode, sendCode } from './calls.ts';
import { formatClock, useCountdown } from './countdown.ts';
import { BackLink, Heading, MainButton } from './parts.tsx';
import { usePhone } from './phone-check.ts';
import { PhoneField } from './phone-field.tsx';
import classes from './recovery.module.css';

/**
 * First step of the recovery: the phone. The button appears once the phone is valid (AUTH-30, AUTH-31).
 * @param onNext called after a code was sent, or if a rate-limited person has a code already
 */
export function PhoneStep({
  phoneText,
  onTyped,
  onNext,
}: {
  phoneText: string;
  onTyped: (text: string) => void;
  onNext: (first: SentCode | CodeWait) => void;
}) {
  const phone = usePhone(phoneText);
  const [isBlurred, setIsBlurred] = useState(false);
  const [isUnknown, setIsUnknown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useState<CodeWait | null>(null);
  const countdown = useCountdown();
  const isWaiting = wait !== null && countdown.secondsLeft > 0;
  const username = phone !== null && typeof phone === 'object' ? phone.username : null;
  const mistake = isUnknown
    ? text('recovery.unknownPhone')
    : phone === 'wrong' && isBlurred
      ? text('validation.phone')
      : null;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsBlurred(true);
    if (!username || busy || isWaiting) return;
    setBusy(true);
    try {
      const sent = await sendCode(username);
      onNext({ ...sent, username: sent.username || username });
    } catch (error) {
      const requestedWait = readWait(error);
      setIsUnknown(isStatusError(error, 404));
      setWait(requestedWait && { ...requestedWait, username: requestedWait.username || username });
      countdown.start(requestedWait ? (requestedWait.seconds ?? DEFAULT_WAIT_SECONDS) : 0);
      setBusy(false);
    }
  }

  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <Heading title={text('recovery.title')}>{text('recovery.lead')}</Heading>
      <PhoneField
        value={phoneText}
        mistake={mistake}
        onLeave={() => setIsBlurred(true)}
        onValue={(value) => {
          onTyped(value);
          setIsUnknown(false);
          if (value !== phoneText) setWait(null);
        }}
      />
      {isWaiting ? (
        <p className="boot-alert" role="alert">
          {wait.message}
        </p>
      ) : null}
      <div className="boot-do">
        {username ? (
          <MainButton busy={busy} unready={isWaiting}>
            {text('recovery.send')}
          </MainButton>
        ) : (
          <p className={classes.hint}>{text('recovery.enterPhone')}</p>
        )}
        {isWaiting ? (
          <div className={classes.resend}>
            <span className={classes.clock} role="timer">
              {text('recovery.after', { time: formatClock(countdown.secondsLeft) })}
            </span>
            <button
              type="button"
              className="boot-link"
              onClick={() => onNext({ ...wait, seconds: countdown.secondsLeft })}
            >
              {text('recovery.haveCode')}
            </button>
          </div>
        ) : null}
        <BackLink to="/auth">{text('recovery.back')}</BackLink>
      </div>
    </form>
  );
}
