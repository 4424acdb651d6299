import { messageOf, sentences } from '#console/data/failures.ts';
import { RequestError } from '#console/data/request-error.ts';
import { text } from '#i18n/console-text.ts';

/**
 * The server's message → the line of the form (A§8). The specification's own dictionary is not shown, so it holds
 * what is known; anything else leaves the line blank, and the global alert speaks (AUTH-73, G-39).
 */
const DICTIONARY: ReadonlyMap<string, string> = new Map([
  [text('recovery.badToken'), text('recovery.badToken')],
  [text('validation.password'), text('validation.password')],
]);

/** What the password form says of a failed call: a dead token, a rule of the password, a known message, or nothing. */
export function passwordError(error: unknown): string {
  if (!(error instanceof RequestError)) return '';
  if (error.status === 401) return text('recovery.badToken');
  const ofField = error.status === 400 ? sentences(error.body?.password)[0] : undefined;
  return ofField ?? DICTIONARY.get(messageOf(error.body) ?? '') ?? '';
}
