import { type FormEvent, useEffect, useRef, useState } from 'react';
import { answerMessage, productName, sentences } from '#console/data/http/failures.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { text } from '#i18n/console-text.ts';
import { isGoodPassword } from '#resources/rules/passwords/password.ts';
import type { PasswordContext } from '#resources/rules/passwords/strength.ts';
import { setPassword } from './calls.ts';
import { MainButton, Mistake } from './parts.tsx';
import { PasswordField } from './password-field.tsx';
import classes from './recovery.module.css';

/**
 * The server's message → the line of the form. The specification's own dictionary is not shown, so it holds
 * what is known; anything else leaves the line blank, and the global alert speaks (AUTH-73, G-39).
 */
const DICTIONARY: ReadonlyMap<string, string> = new Map([
  [text('recovery.badToken'), text('recovery.badToken')],
  [text('validation.password'), text('validation.password')],
]);

/** The password form's message about a failed call: a dead token, a rule of the password, a known message, or nothing. */
function passwordError(error: unknown): string {
  if (!(error instanceof RequestError)) return '';
  if (error.status === 401) return text('recovery.badToken');
  const ofField = error.status === 400 ? sentences(error.body?.password)[0] : undefined;
  return ofField ?? DICTIONARY.get(answerMessage(error.body) ?? '') ?? '';
}

/** The words that differ between an activation and a change. */
const WORDS = {
  change: { first: 'recovery.setPassword', second: 'recovery.repeat', mismatch: 'recovery.mismatch' },
  activation: {
    first: 'recovery.activationPassword',
    second: 'recovery.activationRepeat',
    mismatch: 'recovery.activationMismatch',
  },
} as const;

const NOBODY: PasswordContext = {};

/** The sentence about a password that is easily guessed; null for another one, and where the rule cannot be fetched. */
export async function weaknessText(password: string, context: PasswordContext): Promise<string | null> {
  if (!isGoodPassword(password)) return null;
  try {
    const { passwordWeakness, WEAKNESS_TEXTS } = await import('#resources/rules/passwords/strength.ts');
    const weakness = passwordWeakness(password, { ...context, product: productName() });
    return weakness && text(WEAKNESS_TEXTS[weakness]);
  } catch {
    // Without the network it cannot be fetched; the server has the same rule and says so.
    return null;
  }
}

/**
 * A new password, twice (AUTH-56…73).
 * @param token that permits it; null: the stored one
 * @param context the person's data, as far as the page knows them
 * @param onDone it is set
 */
export function PasswordForm({
  kind,
  token,
  context = NOBODY,
  onDone,
}: {
  kind: keyof typeof WORDS;
  token: string | null;
  context?: PasswordContext;
  onDone: () => void;
}) {
  const words = WORDS[kind];
  const [password, setFirst] = useState('');
  const [repeat, setSecond] = useState('');
  const [leftFields, setLeftFields] = useState({ first: false, second: false });
  const [line, setLine] = useState('');
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);

  /** Result of the check of the typed password. */
  const [checked, setChecked] = useState<{ password: string; mistake: string | null }>({ password: '', mistake: null });
  useEffect(() => {
    let current = true;
    void weaknessText(password, context).then((mistake) => {
      if (current && mistake) setChecked({ password, mistake });
    });
    return () => {
      current = false;
    };
  }, [password, context]);
  const guessMistake = checked.password === password ? checked.mistake : null;

  const weak = password !== '' && !isGoodPassword(password);
  const differs = repeat !== '' && repeat !== password;
  // While the repetition is still the beginning of the password, it may become the same.
  const onItsWay = password.startsWith(repeat) && !leftFields.second;
  const valid = password !== '' && repeat !== '' && !weak && !guessMistake && !differs;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setLeftFields({ first: true, second: true });
    const empty = password === '' || repeat === '';
    setLine(empty ? text('recovery.bothFields') : '');
    if (!valid) {
      (password === '' || weak || guessMistake ? first : second).current?.focus();
      return;
    }
    setBusy(true);
    try {
      // A quick press may come before the check has answered.
      const mistake = checked.password === password ? checked.mistake : await weaknessText(password, context);
      if (mistake) {
        setChecked({ password, mistake });
        setBusy(false);
        first.current?.focus();
        return;
      }
      await setPassword(password, token);
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
        label={text(words.first)}
        value={password}
        help={text('validation.password')}
        mistake={leftFields.first ? (weak ? text('validation.password') : guessMistake) : null}
        onLeave={() => setLeftFields((before) => ({ ...before, first: true }))}
        onValue={(value) => {
          setFirst(value);
          setLine('');
        }}
      />
      <PasswordField
        ref={second}
        label={text(words.second)}
        value={repeat}
        mistake={differs && !onItsWay ? text(words.mismatch) : null}
        onLeave={() => setLeftFields((before) => ({ ...before, second: true }))}
        onValue={(value) => {
          setSecond(value);
          setLine('');
        }}
      />
      <div className="boot-do">
        <Mistake id="password-form-error">{line || null}</Mistake>
        <MainButton busy={busy} unready={!valid}>
          {text('recovery.save')}
        </MainButton>
      </div>
    </form>
  );
}
