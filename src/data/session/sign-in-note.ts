/** Session storage key of a message that the sign-in page shows once. */
const NOTE_KEY = 'said-at-sign-in';

/** Messages for the sign-in page, as i18n keys. */
export type SignInNote = 'passwordChanged';

/** Stores a message for the sign-in page, which is a new page load. */
export function storeSignInNote(note: SignInNote): void {
  globalThis.sessionStorage?.setItem(NOTE_KEY, note);
}

/** Reads and removes the message; null if there is none. */
export function takeSignInNote(): SignInNote | null {
  const note = globalThis.sessionStorage?.getItem(NOTE_KEY);
  globalThis.sessionStorage?.removeItem(NOTE_KEY);
  return note === 'passwordChanged' ? note : null;
}

/** Session storage key of the phone to prefill. */
const PHONE_KEY = 'phone-at-sign-in';

/** Stores the phone of an account that was just activated, to prefill the sign-in form. */
export function storeSignInPhone(phone: string): void {
  globalThis.sessionStorage?.setItem(PHONE_KEY, phone);
}

/** Reads and removes the phone; empty if there is none. */
export function takeSignInPhone(): string {
  const phone = globalThis.sessionStorage?.getItem(PHONE_KEY) ?? '';
  globalThis.sessionStorage?.removeItem(PHONE_KEY);
  return phone;
}
