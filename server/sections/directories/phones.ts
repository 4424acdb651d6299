import { normalizeTypedPhone } from '#resources/language/kinds/phone.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import { FieldsError } from '#server/http/errors.ts';

/** A phone of a company (SET-44); `number` is `+7XXXXXXXXXX`. */
interface CompanyPhone {
  group: string;
  number: string;
}

/** Phones as people type them: «Диспетчерская: +7 (495) 123-45-67», one per line. */
export const formatPhoneLines = (phones: readonly CompanyPhone[]): string[] =>
  phones.map(({ group, number }) => `${group}: ${formatPhone(number)}`);

/**
 * Parses phones from lines; the text before the last colon, or before the number, names the phone.
 * @throws FieldsError if a line has no valid number or no name
 */
export function parsePhoneLines(lines: readonly string[]): CompanyPhone[] {
  return lines.map((line) => {
    const colon = line.lastIndexOf(':');
    const end = colon < 0 ? line.search(/[+\d]/) : colon;
    const group = line.slice(0, Math.max(end, 0)).trim();
    const number = normalizeTypedPhone(line.slice(colon < 0 ? end : colon + 1));
    if (!group || !number) throw new FieldsError({ phones: ['directories.phoneLine'] });
    return { group, number };
  });
}
