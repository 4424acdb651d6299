import { beginsWithCountry } from '../language/kinds/phone-format.ts';

/** Label before a number in a contact card or a signature. */
const LABEL = /^\s*(?:тел|моб|сот|phone|tel|mob)[а-я]*[.:\s]*/i;
/** Separators between digits. */
const SEPARATORS = /[\s()._/\-‐-—]/g;

/** Removes the label, spaces, brackets, dots and dashes from a typed number. */
export function stripPhoneFormatting(text: string): string {
  return text.replace(LABEL, '').replace(SEPARATORS, '');
}

/**
 * The ten digits after +7 of a typed number: with `+7`, `7`, `8` or nothing before them. Null for anything else: another
 * country, or a wrong number of digits.
 */
export function parseNationalDigits(text: string): string | null {
  const digits = /^(?:\+7|[78](?=\d{10}$))?(\d{10})$/.exec(stripPhoneFormatting(text))?.[1];
  return digits && !beginsWithCountry(digits) ? digits : null;
}

/**
 * The digits after +7 of a number that is being typed. Null while it is ambiguous: a leading 7 or 8 may be the country prefix
 * or the first digit of an area code until the eleventh digit is typed. Also null if no Russian number begins this way.
 */
export function parsePartialDigits(text: string): string | null {
  const [, code, digits = ''] = /^(\+7)?(\d{0,11})$/.exec(stripPhoneFormatting(text)) ?? [];
  const national = beginsWithCountry(digits) || (!code && /^[78]\d{10}$/.test(digits)) ? digits.slice(1) : digits;
  const isUndecided = !code && national === digits && /^[78]/.test(digits);
  return (!code && !digits) || isUndecided || national.length > 10 ? null : national;
}
