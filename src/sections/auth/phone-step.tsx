import { type FormEvent, useState } from 'react';
import { text } from '#i18n/console-text.ts';
import { failedWith, readWait, type Sent, SOME_WAIT, sendCode, type Wait } from './calls.ts';
import { clock, useCountdown } from './countdown.ts';
import { BackLink, Heading, MainButton } from './parts.tsx';
import { usePhone } from './phone-check.ts';
import { PhoneField } from './phone-field.tsx';
import classes from './recovery.module.css';

/**
 * The first step of the recovery: the phone. The button comes once it is a valid one (AUTH-30, AUTH-31).
 * @param onNext a code is on its way, or, after a refusal, the person has one already
 */
export function PhoneStep({
  phoneText,
  onTyped,
  onNext,
}: {
  phoneText: string;
  onTyped: (text: string) => void;
  onNext: (first: Sent | Wait) => void;
}) {
  const phone = usePhone(phoneText);
  const [isLeft, setIsLeft] = useState(false);
  const [unknown, setUnknown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wait, setWait] = useState<Wait | null>(null);
  const countdown = useCountdown();
  const waiting = wait !== null && countdown.left > 0;
  const username = phone !== null && typeof phone === 'object' ? phone.username : null;
  const mistake = unknown
    ? text('recovery.unknownPhone')
    : phone === 'wrong' && isLeft
      ? text('validation.phone')
      : null;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsLeft(true);
    if (!username || busy || waiting) return;
    setBusy(true);
    try {
      const sent = await sendCode(username);
      onNext({ ...sent, username: sent.username || username });
    } catch (error) {
      const requestedWait = readWait(error);
      setUnknown(failedWith(error, 404));
      setWait(requestedWait && { ...requestedWait, username: requestedWait.username || username });
      countdown.start(requestedWait ? (requestedWait.seconds ?? SOME_WAIT) : 0);
      setBusy(false);
    }
  }

  return (
    <form className={classes.step} onSubmit={submit} noValidate>
      <Heading title={text('recovery.title')}>{text('recovery.lead')}</Heading>
      <PhoneField
        value={phoneText}
        mistake={mistake}
        onLeave={() => setIsLeft(true)}
        onValue={(value) => {
          onTyped(value);
          setUnknown(false);
          if (value !== phoneText) setWait(null);
        }}
      />
      {waiting ? (
        <p className="boot-alert" role="alert">
          {wait.message}
        </p>
      ) : null}
      <div className="boot-do">
        {username ? (
          <MainButton busy={busy} unready={waiting}>
            {text('recovery.send')}
          </MainButton>
        ) : (
          <p className={classes.hint}>{text('recovery.enterPhone')}</p>
        )}
        {waiting ? (
          <div className={classes.resend}>
            <span className={classes.clock} role="timer">
              {text('recovery.after', { time: clock(countdown.left) })}
            </span>
            <button type="button" className="boot-link" onClick={() => onNext({ ...wait, seconds: countdown.left })}>
              {text('recovery.haveCode')}
            </button>
          </div>
        ) : null}
        <BackLink to="/auth">{text('recovery.back')}</BackLink>
      </div>
    </form>
  );
}
