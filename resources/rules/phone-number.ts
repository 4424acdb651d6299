import { beginsWithCountry } from '../language/kinds/phone-format.ts';

/** Text before a number in a card or a signature. */
const LABEL = /^\s*(?:тел|моб|сот|phone|tel|mob)[а-я]*[.:\s]*/i;
/** Characters that people put between digits. */
const SIGNS = /[\s()._/\-‐-—]/g;

/** A written number without its label, spaces, brackets, dots and dashes. */
export function bareNumber(text: string): string {
  return text.replace(LABEL, '').replace(SIGNS, '');
}

/**
 * The ten digits after +7 of a number as people write it: `+7`, `7`, `8` or nothing before them. Null for anything else:
 * another country, a digit too many or too few.
 */
export function nationalDigits(text: string): string | null {
  const digits = /^(?:\+7|[78](?=\d{10}$))?(\d{10})$/.exec(bareNumber(text))?.[1];
  return digits && !beginsWithCountry(digits) ? digits : null;
}

/**
 * The digits after +7 of a number that is being typed. Null while it cannot be told from what stands there: a 7 or 8 may be
 * the country's or the first digit of a town until the eleventh digit comes. Null too for what begins no Russian number.
 */
export function begunDigits(text: string): string | null {
  const [, code, digits = ''] = /^(\+7)?(\d{0,11})$/.exec(bareNumber(text)) ?? [];
  const rest = beginsWithCountry(digits) || (!code && /^[78]\d{10}$/.test(digits)) ? digits.slice(1) : digits;
  const isUndecided = !code && rest === digits && /^[78]/.test(digits);
  return (!code && !digits) || isUndecided || rest.length > 10 ? null : rest;
}
