import { keepChatSecret } from '#console/data/chat/secret.ts';
import { claimListSettings } from '#console/data/session/lists-owner.ts';
import { keepSecondStep } from '#console/data/session/second-step.ts';
import { session } from '#console/data/session/session.ts';
import { takeSignInNote, takeSignInPhone } from '#console/data/session/sign-in-note.ts';
import { maskPhone, normalizePhoneText, untypedMask } from '#console/ui/inputs/phone-mask.ts';
import { parseNationalDigits } from '#resources/rules/phone-number.ts';
import { hasWrongCredentials, type SignInAnswer, sendSignIn, serverMessage } from './sign-in-call.ts';

/** Dependencies of the sign-in form. */
export interface SignInFormOptions {
  /** Loads the phone validation; called when the person starts typing. */
  loadPhoneCheck: () => Promise<{ isRussianPhone: (digits: string) => boolean }>;
  /** Called on every input, to start prefetching the console. */
  onTyping: () => void;
  /** Called with the phone digits after token and role are stored. */
  onSignedIn: (login: string) => void;
  /** Called when the password is correct and a second factor is required. */
  onSecondStep: () => void;
}

type PhoneCheck = (digits: string) => boolean;

function byId<Type extends HTMLElement>(id: string): Type {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element as Type;
}

/** Elements of the form; the console may remove it from the page during a call. */
interface FormElements {
  form: HTMLFormElement;
  phone: HTMLInputElement;
  password: HTMLInputElement;
  submit: HTMLElement;
  alert: HTMLElement;
  /** Text of the form by its key. */
  getText: (key: string) => string;
}

function getFormElements(): FormElements {
  const form = byId<HTMLFormElement>('sign-in-form');
  return {
    form,
    phone: byId('phone'),
    password: byId('password'),
    submit: byId('sign-in-submit'),
    alert: byId('sign-in-alert'),
    getText: (key) => form.dataset[key] ?? '',
  };
}

/** Returns a lazy phone check; if its module fails to load, any ten digits pass, because the server validates them again. */
function createPhoneCheck(load: SignInFormOptions['loadPhoneCheck']): () => Promise<PhoneCheck> {
  let check: Promise<PhoneCheck> | null = null;
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

function setFieldError(input: HTMLInputElement, message: string): void {
  if (!input.isConnected) return;
  byId(`${input.id}-error`).hidden = !message;
  byId(`${input.id}-error-text`).textContent = message;
  input.setAttribute('aria-invalid', String(message !== ''));
}

function showAlert({ alert }: FormElements, message: string): void {
  alert.hidden = !message;
  alert.textContent = message;
}

/** Shows the reason for signing in that the console stored before redirecting here. */
function showNote({ getText }: FormElements): void {
  const note = takeSignInNote();
  if (!note) return;
  const noteElement = byId('sign-in-note');
  noteElement.hidden = false;
  noteElement.textContent = getText(note);
}

/** Applies the phone mask to typing and to values autofilled or restored before this script ran. */
function wireMask({ phone }: FormElements): void {
  let previousText = '';
  function show(text: string): void {
    previousText = text;
    byId('phone-rest').textContent = untypedMask(text);
    byId('phone-typed').textContent = text;
  }
  phone.addEventListener('input', (event) => {
    const kind = (event as InputEvent).inputType ?? '';
    const masked = maskPhone(
      { text: phone.value, caret: phone.selectionStart ?? phone.value.length },
      previousText,
      kind,
    );
    phone.value = masked.text;
    if (document.activeElement === phone) phone.setSelectionRange(masked.caret, masked.caret);
    show(masked.text);
  });
  function normalizePhone(): void {
    phone.value = normalizePhoneText(phone.value);
    show(phone.value);
  }
  phone.addEventListener('blur', normalizePhone);
  phone.value ||= takeSignInPhone();
  normalizePhone();
}

/** Wires the button that shows and hides the password. */
function wirePasswordToggle({ password, getText }: FormElements): void {
  const toggleButton = byId('show-password');
  toggleButton.addEventListener('click', () => {
    const isHidden = password.type === 'password';
    password.type = isHidden ? 'text' : 'password';
    toggleButton.setAttribute('aria-label', getText(isHidden ? 'hide' : 'show'));
    toggleButton.setAttribute('aria-pressed', String(isHidden));
    password.focus();
  });
}

function showFailure(answer: SignInAnswer, elements: FormElements): void {
  const { phone, password, getText } = elements;
  if (hasWrongCredentials(answer)) {
    setFieldError(phone, getText('wrong'));
    setFieldError(password, getText('wrong'));
    password.select();
  } else {
    showAlert(
      elements,
      serverMessage(answer) ?? `${getText('failed')}${answer.status === 0 ? `\n${getText('offline')}` : ''}`,
    );
  }
}

/** Stores what the console needs after a successful sign-in. */
function storeSignIn(login: string, password: string, token: string, role: string | null): void {
  claimListSettings(login);
  session.token.set(token);
  session.role.set(role);
  session.keepLoggedIn.set(true);
  keepChatSecret({ login, password });
}

/**
 * Wires the sign-in form of `index.html` (AUTH-08…28). Its texts are `data-` attributes of the form, which the build takes from
 * `i18n/ru/sign-in.ts`.
 */
export function wireSignIn({ loadPhoneCheck, onTyping, onSignedIn, onSecondStep }: SignInFormOptions): void {
  const elements = getFormElements();
  const { form, phone, password, submit, getText } = elements;
  const phoneCheck = createPhoneCheck(loadPhoneCheck);
  let isBusy = false;

  async function validatePhone(): Promise<string> {
    if (!phone.value.trim()) return getText('required');
    const digits = parseNationalDigits(phone.value);
    return digits && (await phoneCheck())(digits) ? '' : getText('wrongPhone');
  }

  async function signIn(): Promise<void> {
    const errors = [await validatePhone(), password.value ? '' : getText('required')] as const;
    setFieldError(phone, errors[0]);
    setFieldError(password, errors[1]);
    showAlert(elements, '');
    if (errors[0] || errors[1]) {
      (errors[0] ? phone : password).focus();
      return;
    }
    const digits = parseNationalDigits(phone.value);
    const answer = await sendSignIn(`+7${digits}`, password.value);
    // Residents may not use the console: nothing is stored and no message is shown (AUTH-26, AUTH-27).
    if (answer.role === 'resident') return;
    if (answer.secondStep) {
      keepSecondStep(answer.secondStep, `7${digits}`);
      return onSecondStep();
    }
    if (!answer.token) return showFailure(answer, elements);
    storeSignIn(`7${digits}`, password.value, answer.token, answer.role ?? null);
    password.value = '';
    onSignedIn(`7${digits}`);
  }

  function setBusy(value: boolean): void {
    isBusy = value;
    form.setAttribute('aria-busy', String(value));
    submit.setAttribute('aria-disabled', String(value));
  }

  showNote(elements);
  wireMask(elements);
  wirePasswordToggle(elements);
  phone.addEventListener('blur', async () => {
    if (phone.value.trim() && !isBusy) setFieldError(phone, await validatePhone());
  });
  for (const input of [phone, password]) {
    input.addEventListener('input', () => {
      setFieldError(input, '');
      showAlert(elements, '');
      phoneCheck();
      onTyping();
    });
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    signIn().finally(() => setBusy(false));
  });
  // Only on devices with a mouse: on phones the focus would open the on-screen keyboard over the form.
  if (globalThis.matchMedia?.('(hover: hover)').matches)
    (phone.value ? password : phone).focus({ preventScroll: true });
}
