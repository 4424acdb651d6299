import { type FormEvent, useEffect, useRef, useState } from 'react';
import { answerMessage, productName, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { text } from '#i18n/console-text.ts';
import { isGoodPassword } from '#resources/rules/passwords/password.ts';
import type { PasswordContext } from '#resources/rules/passwords/strength.ts';
import { submitPassword } from './calls.ts';
import { MainButton, Mistake } from './parts.tsx';
import { PasswordField } from './password-field.tsx';
import classes from './recovery.module.css';

/**
 * Maps messages of the server to messages of the form. The specification does not show its dictionary, so only known messages are
 * listed; for any other only the global alert is shown (AUTH-73, G-39).
 */
const KNOWN_MESSAGES: ReadonlyMap<string, string> = new Map([
  [text('recovery.badToken'), text('recovery.badToken')],
  [text('validation.password'), text('validation.password')],
]);

/** Message of the form about a failed call: a dead token, a password rule, a known message, or empty. */
function passwordError(error: unknown): string {
  if (!(error instanceof RequestError)) return '';
  if (error.status === 401) return text('recovery.badToken');
  const fieldMessage = error.status === 400 ? sentences(error.body?.password)[0] : undefined;
  return fieldMessage ?? KNOWN_MESSAGES.get(answerMessage(error.body) ?? '') ?? '';
}

/** Text keys that differ between an activation and a change. */
const TEXT_KEYS = {
  change: { first: 'recovery.setPassword', second: 'recovery.repeat', mismatch: 'recovery.mismatch' },
  activation: {
    first: 'recovery.activationPassword',
    second: 'recovery.activationRepeat',
    mismatch: 'recovery.activationMismatch',
  },
} as const;

const EMPTY_CONTEXT: PasswordContext = {};

/** Message about a password that is easily guessed; null for any other password, or if the check cannot be loaded. */
export async function weaknessText(password: string, context: PasswordContext): Promise<string | null> {
  if (!isGoodPassword(password)) return null;
  try {
    const { passwordWeakness, WEAKNESS_TEXTS } = await import('#resources/rules/passwords/strength.ts');
    const weakness = passwordWeakness(password, { ...context, product: productName() });
    return weakness && text(WEAKNESS_TEXTS[weakness]);
  } catch {
    // Offline the check cannot be loaded; the server checks the same rule.
    return null;
  }
}

/**
 * Form for a new password and its repetition (AUTH-56…73).
 * @param token token that permits it; null for the session token
 * @param context known data of the person, which must not be in the password
 * @param onDone called after the password was set
 */
export function PasswordForm({
  kind,
  token,
  context = EMPTY_CONTEXT,
  onDone,
}: {
  kind: keyof typeof TEXT_KEYS;
  token: string | null;
  context?: PasswordContext;
  onDone: () => void;
}) {
  const textKeys = TEXT_KEYS[kind];
  const [password, setPassword] = useState('');
  const [repeat, setRepeat] = useState('');
  const [blurredFields, setBlurredFields] = useState({ first: false, second: false });
  const [line, setLine] = useState('');
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);

  /** Result of the check of the typed password. */
  const [checked, setChecked] = useState<{ password: string; mistake: string | null }>({ password: '', mistake: null });
  useEffect(() => {
    let isCurrent = true;
    void weaknessText(password, context).then((mistake) => {
      if (isCurrent && mistake) setChecked({ password, mistake });
    });
    return () => {
      isCurrent = false;
    };
  }, [password, context]);
  const guessMistake = checked.password === password ? checked.mistake : null;

  const isWeak = password !== '' && !isGoodPassword(password);
  const isDifferent = repeat !== '' && repeat !== password;
  // A repetition that is still a prefix of the password is not shown as an error.
  const isPrefix = password.startsWith(repeat) && !blurredFields.second;
  const isValid = password !== '' && repeat !== '' && !isWeak && !guessMistake && !isDifferent;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBlurredFields({ first: true, second: true });
    const isIncomplete = password === '' || repeat === '';
    setLine(isIncomplete ? text('recovery.bothFields') : '');
    if (!isValid) {
      (password === '' || isWeak || guessMistake ? first : second).current?.focus();
      return;
    }
    setBusy(true);
    try {
      // The check may still be running when the form is submitted.
      const mistake = checked.password === password ? checked.mistake : await weaknessText(password, context);
      if (mistake) {
        setChecked({ password, mistake });
        setBusy(false);
        first.current?.focus();
        return;
      }
      await submitPassword(password, token);
      onDone();
    } catch (error) {
      setLine(passwordError(error));
      setBusy(false);
    }
  }

  return (
    <form className={classes.step} onSubmit={submit} noValidate aria-busy={busy}>
      <PasswordField
        ref={first}
        focus
        label={text(textKeys.first)}
        value={password}
        help={text('validation.password')}
        mistake={blurredFields.first ? (isWeak ? text('validation.password') : guessMistake) : null}
        onLeave={() => setBlurredFields((before) => ({ ...before, first: true }))}
        onValue={(value) => {
          setPassword(value);
          setLine('');
        }}
      />
      <PasswordField
        ref={second}
        label={text(textKeys.second)}
        value={repeat}
        mistake={isDifferent && !isPrefix ? text(textKeys.mismatch) : null}
        onLeave={() => setBlurredFields((before) => ({ ...before, second: true }))}
        onValue={(value) => {
          setRepeat(value);
          setLine('');
        }}
      />
      <div className="boot-do">
        <Mistake id="password-form-error">{line || null}</Mistake>
        <MainButton busy={busy} unready={!isValid}>
          {text('recovery.save')}
        </MainButton>
      </div>
    </form>
  );
}
