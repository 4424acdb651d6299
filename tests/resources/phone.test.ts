import fc from 'fast-check';
import { formatPhone, normalizePhone, normalizeTypedPhone, parsePhoneDigits } from '#resources/language/kinds/phone.ts';
import { acceptedValue, verdict } from '#tests/support/rules.ts';

const phone = { kind: 'phone', required: true } as const;

describe('phone', () => {
  test.each([
    '+7 (916) 204-15-38',
    '+79162041538',
    '(916) 204 15 38',
    '916-204-15-38',
    '9162041538',
    '+7\u00a0916\u00a02041538',
  ])('API-10: %p goes to the wire as +79162041538', (typed) => {
    expect(acceptedValue(phone, typed)).toBe('+79162041538');
  });

  test.each([
    ['nine digits', '+7 (916) 204-15-3'],
    ['eleven digits', '+7 (916) 204-15-388'],
    ['the mask half typed', '+7 (916) ___-__-__'],
    ['letters', '+7 (916) 204-15-ЗВ'],
    ['another country', '+375 29 204 15 38'],
    ['8 before ten digits, on the wire of a form', '89162041538'],
    ['a country and nine digits under the mask', '+7 (891) 620-41-53'],
    ['7 and nine digits', '7916204153'],
  ])('AUTH-14: %s is no phone', (_what, typed) => {
    expect(verdict(phone, typed)).toBe('validation.phone');
  });

  test.each(['+7 (000) 000-00-00', '+7 (111) 111-11-11', '+7 (200) 123-45-67'])(
    'AUTH-15: %p has ten digits and is still no phone',
    (typed) => {
      expect(parsePhoneDigits(typed)).toHaveLength(10);
      expect(verdict(phone, typed)).toBe('validation.phone');
    },
  );

  test('AUTH-13: an empty phone is a missing value', () => {
    expect(verdict(phone, '')).toBe('validation.required');
    expect(verdict(phone, null)).toBe('validation.required');
  });

  test.each(['+79162041538', '79162041538', '89162041538', '9162041538', '8 (916) 204-15-38'])(
    'AUTH-17: sign-in and import read %p as the same person',
    (typed) => {
      expect(normalizeTypedPhone(typed)).toBe('+79162041538');
    },
  );

  test.each([
    '',
    '916204153',
    '991620415388',
    '00000000000',
    '8916204153',
    '+44 1234 5678',
    '+375291234567',
    '9162041538 доб. 5',
  ])('AUTH-17: %p is nobody', (typed) => {
    expect(normalizeTypedPhone(typed)).toBeNull();
  });

  test('API-10: every valid mobile number survives the mask and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), (tail) => {
        const wire = `+7916${String(tail).padStart(7, '0')}`;
        expect(normalizePhone(formatPhone(wire))).toBe(wire);
      }),
    );
  });

  test('a text that is no number is shown as it came', () => {
    expect(formatPhone('позже')).toBe('позже');
  });

  test('the rule never breaks, whatever is typed', () => {
    fc.assert(fc.property(fc.string(), (typed) => verdict(phone, typed) === null || normalizePhone(typed) === null));
  });
});
