import { normalPhoneLoosely } from '#resources/language/kinds/phone.ts';
import { formatPhone } from '#resources/language/kinds/phone-format.ts';
import { FieldsError } from '#server/http/errors.ts';

/** A telephone of a company (SET-44): `number` is `+7XXXXXXXXXX`. */
interface CompanyPhone {
  group: string;
  number: string;
}

/** Telephones as they are typed: «Диспетчерская: +7 (495) 123-45-67», one a line. */
export const phoneLines = (phones: readonly CompanyPhone[]): string[] =>
  phones.map(({ group, number }) => `${group}: ${formatPhone(number)}`);

/**
 * Telephones out of lines; what stands before the last colon, or before the number, says whose it is.
 * @throws FieldsError where a line has no number that can be called, or says not whose it is
 */
export function phonesIn(lines: readonly string[]): CompanyPhone[] {
  return lines.map((line) => {
    const colon = line.lastIndexOf(':');
    const end = colon < 0 ? line.search(/[+\d]/) : colon;
    const group = line.slice(0, Math.max(end, 0)).trim();
    const number = normalPhoneLoosely(line.slice(colon < 0 ? end : colon + 1));
    if (!group || !number) throw new FieldsError({ phones: ['directories.phoneLine'] });
    return { group, number };
  });
}
