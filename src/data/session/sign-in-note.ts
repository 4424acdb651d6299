/** Key of the note that the sign-in page shows once. */
const KEY = 'said-at-sign-in';

/** Outcomes of a page that ends in signing in: keys of sentences of the sign-in page. */
export type SignInNote = 'passwordChanged';

/** Leaves a note for the sign-in page, which is loaded anew. */
export function leaveSignInNote(note: SignInNote): void {
  globalThis.sessionStorage?.setItem(KEY, note);
}

/** Takes the note, once; null for none. */
export function takeSignInNote(): SignInNote | null {
  const note = globalThis.sessionStorage?.getItem(KEY);
  globalThis.sessionStorage?.removeItem(KEY);
  return note === 'passwordChanged' ? note : null;
}

/** Key of the telephone that is to be signed in with. */
const PHONE = 'phone-at-sign-in';

/** Leaves a telephone for the sign-in page, which is loaded anew: that of an account which was just activated. */
export function leavePhone(phone: string): void {
  globalThis.sessionStorage?.setItem(PHONE, phone);
}

/** Takes that telephone, once; empty when there is none. */
export function takePhone(): string {
  const phone = globalThis.sessionStorage?.getItem(PHONE) ?? '';
  globalThis.sessionStorage?.removeItem(PHONE);
  return phone;
}
