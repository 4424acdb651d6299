import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { sentences } from '#console/data/http/failures.ts';
import { type RequestOptions, request } from '#console/data/http/http.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { claimListSettings } from '#console/data/session/lists-owner.ts';
import { session } from '#console/data/session/session.ts';
import { text } from '#i18n/console-text.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import { TEXT } from '#resources/limits.ts';
import { decodeSetUpLook, decodeSignIn } from '#resources/protocol/access/access-answers.ts';
import type { SetUpBody, SetUpInfo } from '#resources/protocol/access/setup.ts';
import { SET_UP_PATH } from '#resources/protocol/paths/access.ts';
import { isGoodPassword } from '#resources/rules/passwords/password.ts';
import type { PasswordContext } from '#resources/rules/passwords/strength.ts';
import { RUSSIAN_ZONES } from '#resources/time-zone.ts';
import { isStatusError } from './calls.ts';
import { loadAddress } from './leave.ts';
import { BackLink, Heading, MainButton } from './parts.tsx';
import { PasswordField } from './password-field.tsx';
import { weaknessText } from './password-form.tsx';
import { type PhoneState, usePhone } from './phone-check.ts';
import { PhoneField } from './phone-field.tsx';
import classes from './recovery.module.css';
import { TextField } from './text-field.tsx';

/** Statuses that the page handles without the global alert: wrong fields, dead link, company open already. */
const HANDLED_STATUSES = new Set([400, 401, 404]);

const post = (path: string, body: unknown) => {
  const options: RequestOptions = { anonymous: true, report: (error) => !HANDLED_STATUSES.has(error.status) };
  return request(path, { ...options, method: 'POST', body });
};

/** Loads the data of the page. @throws RequestError 401 for a dead link, 404 if the company is open already */
async function loadSetUp(token: string): Promise<SetUpInfo> {
  return decodeSetUpLook(await post(`${SET_UP_PATH}look/`, { token }));
}

/** Opens the company and signs its administrator in. @throws RequestError 400 with the wrong fields; 401, 404 as above */
async function openCompany(body: SetUpBody): Promise<void> {
  const { role, token } = decodeSignIn(await post(SET_UP_PATH, body));
  claimListSettings(body.phone.replace(/\D/g, ''));
  session.token.set(token);
  session.role.set(role);
  session.keepLoggedIn.set(true);
}

/** Page that opens after the set-up. */
const FIRST_STEPS_PATH = '/first-steps';

type State = 'loading' | 'dead' | 'failed' | SetUpInfo;

/** `/setup?token=`: the first person of an empty installation names the company and becomes its administrator. */
export function SetUpPage({ token }: { token: string }) {
  const [state, setState] = useState<State>('loading');
  useEffect(() => {
    let isUnmounted = false;
    loadSetUp(token).then(
      (look) => !isUnmounted && setState(look),
      (error) => {
        if (isUnmounted) return;
        // The company was opened already: there is nothing to set up any more.
        if (isStatusError(error, 404)) loadAddress('/auth', true);
        else setState(isStatusError(error, 401) ? 'dead' : 'failed');
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [token]);
  if (state === 'loading') {
    return (
      <div aria-busy="true">
        <Heading title={text('setup.title')}>{text('setup.loading')}</Heading>
      </div>
    );
  }
  if (state === 'failed') return <BackLink to="/auth">{text('setup.back')}</BackLink>;
  if (state === 'dead') return <DeadLink />;
  return (
    <>
      <Heading title={text('setup.title')}>{text('setup.lead')}</Heading>
      <SetUpForm token={token} look={state} onDead={() => setState('dead')} />
    </>
  );
}

/** A link that is used up, too old or mistyped. */
function DeadLink() {
  return (
    <>
      <div role="alert">
        <Heading title={text('setup.deadTitle')}>{text('setup.deadLine')}</Heading>
      </div>
      <BackLink to="/auth">{text('setup.back')}</BackLink>
    </>
  );
}

const EMPTY_VALUES = { company: '', first_name: '', last_name: '', phone: '', password: '', repeat: '' };
type Values = typeof EMPTY_VALUES;
type FieldName = keyof Values;
const FIELD_NAMES = Object.keys(EMPTY_VALUES) as FieldName[];

function findMistakes(
  values: Values,
  phoneState: PhoneState,
  guessMistake: string | null,
): Partial<Record<FieldName, string>> {
  const mistakes: Partial<Record<FieldName, string>> = {};
  for (const name of FIELD_NAMES) if (!values[name].trim()) mistakes[name] = text('validation.required');
  const { phone, password, repeat } = values;
  if (phone && (phoneState === 'partial' || phoneState === 'wrong')) mistakes.phone = text('validation.phone');
  if (password && !isGoodPassword(password)) mistakes.password = text('validation.password');
  else if (password && guessMistake) mistakes.password = guessMistake;
  if (repeat && repeat !== password) mistakes.repeat = text('setup.mismatch');
  return mistakes;
}

/** Why the typed password is easily guessed; null if it is not, or not checked yet. */
function useGuessMistake(password: string, context: PasswordContext) {
  const [checked, setChecked] = useState<{ password: string; mistake: string | null }>({ password: '', mistake: null });
  useEffect(() => {
    let isCurrent = true;
    void weaknessText(password, context).then((mistake) => {
      if (isCurrent) setChecked({ password, mistake });
    });
    return () => {
      isCurrent = false;
    };
  }, [password, context]);
  return checked.password === password ? checked.mistake : null;
}

function SetUpForm({ token, look, onDead }: { token: string; look: SetUpInfo; onDead: () => void }) {
  const [values, setValues] = useState<Values>({
    ...EMPTY_VALUES,
    first_name: look.first_name ?? '',
    last_name: look.last_name ?? '',
    phone: look.phone ? formatPhone(look.phone) : '',
  });
  const [zone, setZone] = useState(look.time_zone);
  const [blurredFields, setBlurredFields] = useState<ReadonlySet<FieldName>>(new Set());
  const [serverMistakes, setServerMistakes] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { company, first_name, last_name, phone, password } = values;
  const context = useMemo(() => ({ first_name, last_name, company, phone }), [first_name, last_name, company, phone]);
  const mistakes = findMistakes(values, usePhone(phone), useGuessMistake(password, context));
  const isValid = FIELD_NAMES.every((name) => !mistakes[name]);

  const field = (name: FieldName) => ({
    value: values[name],
    mistake: serverMistakes[name] ?? (blurredFields.has(name) ? (mistakes[name] ?? null) : null),
    onLeave: () => values[name] && setBlurredFields((before) => new Set([...before, name])),
    onValue: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }));
      setServerMistakes(({ [name]: _removed, ...others }) => others);
    },
  });

  // The messages are rendered beside their fields in the next frame.
  const focusMistake = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBlurredFields(new Set(FIELD_NAMES));
    if (!isValid) {
      focusMistake();
      return;
    }
    setBusy(true);
    try {
      await openCompany({ token, company, first_name, last_name, phone, password, time_zone: zone });
      loadAddress(FIRST_STEPS_PATH, true);
    } catch (error) {
      setBusy(false);
      if (isStatusError(error, 401)) onDead();
      else if (isStatusError(error, 404)) loadAddress('/auth', true);
      else if (isStatusError(error, 400)) {
        setServerMistakes(readServerMistakes(error));
        focusMistake();
      }
    }
  }

  return (
    <form ref={form} className={classes.step} onSubmit={submit} noValidate aria-busy={busy}>
      <TextField
        {...field('company')}
        label={text('setup.company')}
        help={text('setup.companyHelp')}
        max={TEXT.companyName.max}
        autoComplete="organization"
        focus
      />
      {look.time_zone_fixed ? null : <ZoneField value={zone} onValue={setZone} />}
      <div className={classes.pair}>
        <TextField
          {...field('first_name')}
          label={text('setup.firstName')}
          max={TEXT.personName.max}
          autoComplete="given-name"
        />
        <TextField
          {...field('last_name')}
          label={text('setup.lastName')}
          max={TEXT.personName.max}
          autoComplete="family-name"
        />
      </div>
      <PhoneField {...field('phone')} focus={false} />
      <div className={classes.pair}>
        <PasswordField {...field('password')} label={text('setup.password')} help={text('validation.password')} />
        <PasswordField {...field('repeat')} label={text('setup.repeat')} />
      </div>
      <div className="boot-do">
        <MainButton busy={busy} unready={!isValid}>
          {text('setup.submit')}
        </MainButton>
      </div>
    </form>
  );
}

/** Server messages by field. */
function readServerMistakes(error: unknown): Record<string, string> {
  const body = error instanceof RequestError ? (error.body ?? {}) : {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, messages]) => {
      const [first] = sentences(messages);
      return first && name in EMPTY_VALUES ? [[name, first]] : [];
    }),
  );
}

function ZoneField({ value, onValue }: { value: string; onValue: (zone: string) => void }) {
  const id = useId();
  const isRussian = (RUSSIAN_ZONES as readonly string[]).includes(value);
  return (
    <div className="boot-field">
      <label htmlFor={id}>{text('setup.timeZone')}</label>
      <div className="boot-input">
        <select id={id} className={classes.select} value={value} onChange={({ target }) => onValue(target.value)}>
          {isRussian ? null : <option value={value}>{value}</option>}
          {RUSSIAN_ZONES.map((zone) => (
            <option key={zone} value={zone}>
              {text(`setup.zone.${zone}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
