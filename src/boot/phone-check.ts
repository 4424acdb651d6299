import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from '#resources/language/kinds/phone-metadata.json';

/**
 * Whether ten national digits are a valid Russian phone number (AUTH-15); a separate small chunk, loaded while the person types.
 */
export function isRussianPhone(digits: string): boolean {
  const phone = parsePhoneNumberFromString(`+7${digits}`, { defaultCountry: 'RU' }, metadata as never);
  return phone?.isValid() ?? false;
}
