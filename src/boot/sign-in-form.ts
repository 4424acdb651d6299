import { keepChatSecret } from '#console/data/chat/secret.ts';
import { keepOwnLists } from '#console/data/lists-owner.ts';
import { session } from '#console/data/session.ts';
import { takeSignInNote } from '#console/data/sign-in-note.ts';
import { formatDigits, maskPhone, nationalDigits, restOfMask } from './phone-mask.ts';
import { isRefusal, type SignInAnswer, sendSignIn, sentenceOf } from './sign-in-call.ts';

/** What the form needs from outside. */
export interface Surroundings {
  /** Loads the module that knows Russian numbers; called when typing begins. */
  loadPhoneCheck: () => Promise<{ isRussianPhone: (digits: string) => boolean }>;
  /** Called once the person begins to type: time to fetch the rest. */
  onTyping: () => void;
  /** Called when token and role are stored. */
  onSignedIn: () => void;
}

type Check = (digits: string) => boolean;

function byId<Type extends HTMLElement>(id: string): Type {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found as Type;
}

/**
 * Brings the sign-in form of `index.html` to life (AUTH-08…28). Its sentences stand in the form's `data-`
 * attributes, put there by the build from `i18n/ru/sign-in.ts`.
 */
export function wireSignIn({ loadPhoneCheck, onTyping, onSignedIn }: Surroundings): void {
  const form = byId<HTMLFormElement>('sign-in-form');
  const phone = byId<HTMLInputElement>('phone');
  const password = byId<HTMLInputElement>('password');
  const rest = byId('phone-rest');
  const eye = byId<HTMLButtonElement>('show-password');
  const submit = byId<HTMLButtonElement>('sign-in-submit');
  const alert = byId('sign-in-alert');
  const say = (key: string): string => form.dataset[key] ?? '';

  const note = takeSignInNote();
  if (note) {
    const line = byId('sign-in-note');
    line.hidden = false;
    line.textContent = say(note);
  }

  let before = '';
  let busy = false;
  let check: Promise<Check> | null = null;

  /** Without the check module ten digits are enough: the server looks again. */
  function phoneCheck(): Promise<Check> {
    check ??= loadPhoneCheck().then(
      ({ isRussianPhone }) => isRussianPhone,
      () => {
        check = null;
        return () => true;
      },
    );
    return check;
  }

  function mark(input: HTMLInputElement, message: string): void {
    // The console takes the form away: what is still under way then finds it no more.
    if (!form.isConnected) return;
    byId(`${input.id}-error`).hidden = !message;
    byId(`${input.id}-error-text`).textContent = message;
    input.setAttribute('aria-invalid', String(message !== ''));
  }

  function showAlert(message: string): void {
    alert.hidden = !message;
    alert.textContent = message;
  }

  function show(text: string): void {
    before = text;
    rest.textContent = restOfMask(text);
    byId('phone-typed').textContent = text;
  }

  async function phoneMistake(): Promise<string> {
    if (!phone.value.trim()) return say('required');
    const digits = nationalDigits(phone.value);
    return digits.length === 10 && (await phoneCheck())(digits) ? '' : say('wrongPhone');
  }

  phone.addEventListener('input', (event) => {
    const kind = (event as InputEvent).inputType ?? '';
    const typed = maskPhone({ text: phone.value, caret: phone.selectionStart ?? phone.value.length }, before, kind);
    phone.value = typed.text;
    if (document.activeElement === phone) phone.setSelectionRange(typed.caret, typed.caret);
    show(typed.text);
  });
  phone.addEventListener('blur', async () => {
    if (phone.value.trim() && !busy) mark(phone, await phoneMistake());
  });
  for (const input of [phone, password]) {
    input.addEventListener('input', () => {
      mark(input, '');
      showAlert('');
      phoneCheck();
      onTyping();
    });
  }
  eye.addEventListener('click', () => {
    const hidden = password.type === 'password';
    password.type = hidden ? 'text' : 'password';
    eye.setAttribute('aria-label', say(hidden ? 'hide' : 'show'));
    eye.setAttribute('aria-pressed', String(hidden));
    password.focus();
  });

  function setBusy(value: boolean): void {
    busy = value;
    form.setAttribute('aria-busy', String(value));
    submit.setAttribute('aria-disabled', String(value));
  }

  function refuse(answer: SignInAnswer): void {
    if (isRefusal(answer)) {
      mark(phone, say('wrong'));
      mark(password, say('wrong'));
      password.select();
    } else {
      showAlert(sentenceOf(answer) ?? `${say('failed')}${answer.status === 0 ? `\n${say('offline')}` : ''}`);
    }
  }

  async function signIn(): Promise<void> {
    const mistakes = [await phoneMistake(), password.value ? '' : say('required')] as const;
    mark(phone, mistakes[0]);
    mark(password, mistakes[1]);
    showAlert('');
    if (mistakes[0] || mistakes[1]) {
      (mistakes[0] ? phone : password).focus();
      return;
    }
    const answer = await sendSignIn(`+7${nationalDigits(phone.value)}`, password.value);
    // A resident stays outside without a word, and nothing of him is kept (AUTH-26, AUTH-27).
    if (answer.role === 'resident') return;
    if (!answer.token) {
      refuse(answer);
      return;
    }
    const login = `7${nationalDigits(phone.value)}`;
    keepOwnLists(login);
    session.token.set(answer.token);
    session.role.set(answer.role ?? null);
    session.keepLoggedIn.set(true);
    keepChatSecret({ login, password: password.value });
    password.value = '';
    onSignedIn();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    signIn().finally(() => setBusy(false));
  });

  // What the browser filled in, or kept over a reload, before this ran.
  if (phone.value) phone.value = formatDigits(nationalDigits(phone.value));
  show(phone.value);
}
