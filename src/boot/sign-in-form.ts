import { keepChatSecret } from '#console/data/chat/secret.ts';
import { keepOwnLists } from '#console/data/session/lists-owner.ts';
import { keepSecondStep } from '#console/data/session/second-step.ts';
import { session } from '#console/data/session/session.ts';
import { takePhone, takeSignInNote } from '#console/data/session/sign-in-note.ts';
import { maskPhone, restOfMask, settlePhone } from '#console/ui/inputs/phone-mask.ts';
import { nationalDigits } from '#resources/rules/phone-number.ts';
import { answerSentence, isRefusal, type SignInAnswer, sendSignIn } from './sign-in-call.ts';

/** Dependencies of the form. */
export interface Surroundings {
  /** Loads the module that knows Russian numbers; called when typing begins. */
  loadPhoneCheck: () => Promise<{ isRussianPhone: (digits: string) => boolean }>;
  /** Called once the person begins to type: time to fetch the rest. */
  onTyping: () => void;
  /** Called with the phone digits when token and role are stored. */
  onSignedIn: (login: string) => void;
  /** Called when the password was right and a second step is asked for, which waits in this tab. */
  onSecondStep: () => void;
}

type Check = (digits: string) => boolean;

function byId<Type extends HTMLElement>(id: string): Type {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found as Type;
}

/** Elements of the form; the console may take it out of the page while a call is under way. */
interface Parts {
  form: HTMLFormElement;
  phone: HTMLInputElement;
  password: HTMLInputElement;
  submit: HTMLElement;
  alert: HTMLElement;
  /** A sentence of the form by its key. */
  say: (key: string) => string;
}

function partsOfForm(): Parts {
  const form = byId<HTMLFormElement>('sign-in-form');
  return {
    form,
    phone: byId('phone'),
    password: byId('password'),
    submit: byId('sign-in-submit'),
    alert: byId('sign-in-alert'),
    say: (key) => form.dataset[key] ?? '',
  };
}

/** Answers the check of telephones. Without its module ten digits are enough: the server looks again. */
function phoneChecker(load: Surroundings['loadPhoneCheck']): () => Promise<Check> {
  let check: Promise<Check> | null = null;
  return () => {
    check ??= load().then(
      ({ isRussianPhone }) => isRussianPhone,
      () => {
        check = null;
        return () => true;
      },
    );
    return check;
  };
}

function mark(input: HTMLInputElement, message: string): void {
  if (!input.isConnected) return;
  byId(`${input.id}-error`).hidden = !message;
  byId(`${input.id}-error-text`).textContent = message;
  input.setAttribute('aria-invalid', String(message !== ''));
}

function showAlert({ alert }: Parts, message: string): void {
  alert.hidden = !message;
  alert.textContent = message;
}

/** Shows why one has to sign in, as the console left it before it led here. */
function showNote({ say }: Parts): void {
  const note = takeSignInNote();
  if (!note) return;
  const line = byId('sign-in-note');
  line.hidden = false;
  line.textContent = say(note);
}

/** Takes what is typed under the mask, and what the browser filled in, or kept over a reload, before this ran. */
function wireMask({ phone }: Parts): void {
  let before = '';
  function show(text: string): void {
    before = text;
    byId('phone-rest').textContent = restOfMask(text);
    byId('phone-typed').textContent = text;
  }
  phone.addEventListener('input', (event) => {
    const kind = (event as InputEvent).inputType ?? '';
    const masked = maskPhone({ text: phone.value, caret: phone.selectionStart ?? phone.value.length }, before, kind);
    phone.value = masked.text;
    if (document.activeElement === phone) phone.setSelectionRange(masked.caret, masked.caret);
    show(masked.text);
  });
  function settle(): void {
    phone.value = settlePhone(phone.value);
    show(phone.value);
  }
  phone.addEventListener('blur', settle);
  phone.value ||= takePhone();
  settle();
}

/** The eye shows the password and hides it. */
function wireEye({ password, say }: Parts): void {
  const eye = byId('show-password');
  eye.addEventListener('click', () => {
    const hidden = password.type === 'password';
    password.type = hidden ? 'text' : 'password';
    eye.setAttribute('aria-label', say(hidden ? 'hide' : 'show'));
    eye.setAttribute('aria-pressed', String(hidden));
    password.focus();
  });
}

function refuse(answer: SignInAnswer, parts: Parts): void {
  const { phone, password, say } = parts;
  if (isRefusal(answer)) {
    mark(phone, say('wrong'));
    mark(password, say('wrong'));
    password.select();
  } else {
    showAlert(parts, answerSentence(answer) ?? `${say('failed')}${answer.status === 0 ? `\n${say('offline')}` : ''}`);
  }
}

/** Keeps what the console needs of a sign-in that was let through. */
function keepSignedIn(login: string, password: string, token: string, role: string | null): void {
  keepOwnLists(login);
  session.token.set(token);
  session.role.set(role);
  session.keepLoggedIn.set(true);
  keepChatSecret({ login, password });
}

/**
 * Brings the sign-in form of `index.html` to life (AUTH-08…28). Its sentences stand in the form's `data-`
 * attributes, put there by the build from `i18n/ru/sign-in.ts`.
 */
export function wireSignIn({ loadPhoneCheck, onTyping, onSignedIn, onSecondStep }: Surroundings): void {
  const parts = partsOfForm();
  const { form, phone, password, submit, say } = parts;
  const phoneCheck = phoneChecker(loadPhoneCheck);
  let busy = false;

  async function phoneMistake(): Promise<string> {
    if (!phone.value.trim()) return say('required');
    const digits = nationalDigits(phone.value);
    return digits && (await phoneCheck())(digits) ? '' : say('wrongPhone');
  }

  async function signIn(): Promise<void> {
    const mistakes = [await phoneMistake(), password.value ? '' : say('required')] as const;
    mark(phone, mistakes[0]);
    mark(password, mistakes[1]);
    showAlert(parts, '');
    if (mistakes[0] || mistakes[1]) {
      (mistakes[0] ? phone : password).focus();
      return;
    }
    const digits = nationalDigits(phone.value);
    const answer = await sendSignIn(`+7${digits}`, password.value);
    // A resident stays outside without a word, and nothing of theirs is kept (AUTH-26, AUTH-27).
    if (answer.role === 'resident') return;
    if (answer.second) {
      keepSecondStep(answer.second, `7${digits}`);
      return onSecondStep();
    }
    if (!answer.token) return refuse(answer, parts);
    keepSignedIn(`7${digits}`, password.value, answer.token, answer.role ?? null);
    password.value = '';
    onSignedIn(`7${digits}`);
  }

  function setBusy(value: boolean): void {
    busy = value;
    form.setAttribute('aria-busy', String(value));
    submit.setAttribute('aria-disabled', String(value));
  }

  showNote(parts);
  wireMask(parts);
  wireEye(parts);
  phone.addEventListener('blur', async () => {
    if (phone.value.trim() && !busy) mark(phone, await phoneMistake());
  });
  for (const input of [phone, password]) {
    input.addEventListener('input', () => {
      mark(input, '');
      showAlert(parts, '');
      phoneCheck();
      onTyping();
    });
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    signIn().finally(() => setBusy(false));
  });
  // Where there is a keyboard: on a telephone the focus would open one over the form.
  if (globalThis.matchMedia?.('(hover: hover)').matches)
    (phone.value ? password : phone).focus({ preventScroll: true });
}
