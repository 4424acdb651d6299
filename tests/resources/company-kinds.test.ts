import fc from 'fast-check';
import { text } from '#i18n/text.ts';
import { formatDuration, parseDuration } from '#resources/language/kinds/clock-text.ts';
import { companyNumber } from '#resources/language/kinds/company-number.ts';
import { number as numberKind } from '#resources/language/kinds/number.ts';
import { formatCellNumber, parseNumberFormat } from '#resources/rules/import/number-format.ts';
import { acceptedValue, verdict } from '#tests/support/rules.ts';

const number = (of: 'inn' | 'ogrn' | 'bik') => ({ kind: 'company-number', required: true, of }) as const;

test.each([
  ['inn', '7707083893'],
  ['inn', '7736050003'],
  ['inn', '500100732259'],
  ['ogrn', '1027700132195'],
  ['ogrn', '1027700070518'],
  ['ogrn', '304500116000157'],
  ['bik', '044525225'],
  ['bik', '004525988'],
] as const)('%s %s is right, and with one other digit, or two that are swapped, it is not', (of, digits) => {
  expect(acceptedValue(number(of), digits)).toBe(digits);
  expect(
    acceptedValue(
      number(of),
      ` ${of === 'bik' ? 'БИК' : 'ИНН'} ${digits.slice(0, 3)} ${digits.slice(3, 5)}-${digits.slice(5)}`,
    ),
  ).toBe(digits);
  if (of === 'bik') return;
  for (const [at, digit] of [...digits].entries()) {
    const other = `${digits.slice(0, at)}${(Number(digit) + 1) % 10}${digits.slice(at + 1)}`;
    expect([other, verdict(number(of), other)]).toEqual([other, `kinds.${of}Check`]);
  }
});

test.each([
  ['inn', '', 'обязательное поле'],
  ['inn', '770708389', 'в ИНН 10 цифр у организации и 12 у человека'],
  ['inn', '77070838931', 'в ИНН 10 цифр у организации и 12 у человека'],
  ['inn', '77o7083893', 'в ИНН 10 цифр у организации и 12 у человека'],
  ['inn', '٧٧٠٧٠٨٣٨٩٣', 'в ИНН 10 цифр у организации и 12 у человека'],
  ['inn', 'нет', 'в ИНН 10 цифр у организации и 12 у человека'],
  ['inn', '0000000000', 'контрольная цифра ИНН не сходится: проверьте, нет ли опечатки'],
  ['ogrn', '10277001321', 'в ОГРН 13 цифр, в ОГРНИП 15'],
  ['ogrn', '0000000000000', 'контрольная цифра ОГРН не сходится: проверьте, нет ли опечатки'],
  ['bik', '0445252250', 'в БИК 9 цифр'],
  ['bik', '034525225', 'БИК начинается с 04, у казначейства – с 00, 01 или 02'],
  ['bik', '1'.repeat(5_000), 'в БИК 9 цифр'],
] as const)('%s «%s»: %s', (of, typed, sentence) => {
  expect(text(verdict(number(of), typed) ?? '')).toBe(sentence);
});

test('words are looked for in no number, the name of one is not', () => {
  const sought = (part: string) => companyNumber.normalizeQuery?.(part, { of: 'inn' });
  expect(['ИНН 7707', '77-07 08', 'Ромашка', 'дом 77'].map(sought)).toEqual(['7707', '770708', 'Ромашка', 'дом77']);
});

test.each(['dom@example.ru', 'a.b+c@sub.example.co', 'почта@пример.рф', `${'a'.repeat(64)}@example.ru`])(
  '%s is an address of e-mail',
  (address) => {
    expect(verdict({ kind: 'email', required: true }, address)).toBeNull();
  },
);

test.each([
  'dom',
  'dom@',
  '@example.ru',
  'dom@example',
  'a b@example.ru',
  'dom@example..ru',
  'dom@-example.ru',
  'dom@example.ru.',
  'dom@@example.ru',
  'a@b@example.ru',
  `${'a'.repeat(65)}@example.ru`,
  `a@${'b'.repeat(60)}.${'c'.repeat(300)}.ru`,
])('«%s» is none', (address) => {
  expect(verdict({ kind: 'email', required: true }, address)).toBe('kinds.email');
});

test('the domain of an address is kept in small letters, the name before it as it was given', () => {
  expect(acceptedValue({ kind: 'email' }, ' Dom.Uprav@Example.RU ')).toBe('Dom.Uprav@example.ru');
});

test('a time of day is bounded, ends included, and says its bounds', () => {
  const time = { kind: 'time', required: true, from: '08:00', to: '20:00' } as const;
  for (const value of ['08:00', '12:59', '20:00']) expect(verdict(time, value)).toBeNull();
  for (const value of ['07:59', '20:01']) expect(text(verdict(time, value) ?? '')).toBe('от 08:00 до 20:00');
  for (const value of ['8:00', '24:00', '12:60', '12:00:00', 'полдень', 800])
    expect(verdict(time, value)).toBe('kinds.time');
  expect(verdict(time, '')).toBe('validation.required');
  expect(text(verdict({ kind: 'time', from: '08:00' }, '07:00') ?? '')).toBe('не раньше 08:00');
  expect(text(verdict({ kind: 'time', to: '20:00' }, '21:00') ?? '')).toBe('не позже 20:00');
});

test('a duration is whole minutes within its bounds, which it says', () => {
  const duration = { kind: 'duration', required: true, min: 15, max: 480 } as const;
  for (const value of [15, 90, 480]) expect(verdict(duration, value)).toBeNull();
  for (const value of [14, 481, -1]) expect(text(verdict(duration, value) ?? '')).toBe('от 15 мин до 8 ч');
  for (const value of [1.5, '90', 'долго']) expect(verdict(duration, value)).toBe('kinds.duration');
  const said = (bounds: { min?: number; max?: number }, value: number) =>
    text(verdict({ kind: 'duration', ...bounds }, value) ?? '');
  expect(said({ min: 30 }, 10)).toBe('не меньше 30 мин');
  expect(said({ max: 90 }, 91)).toBe('не больше 1 ч 30 мин');
  expect(said({ min: 30 }, 10_000_001)).toBe('слишком много');
  expect(said({}, 10_000_001)).toBe('слишком много');
  expect(said({}, -1)).toBe('введите длительность, например 1 ч 30 мин');
});

test('every duration is read as it is written', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      (minutes) => parseDuration(formatDuration(minutes)) === minutes,
    ),
  );
});

test('a number of a workbook is read as people see it, without what sums of fractions leave', () => {
  const cell = (raw: string) => formatCellNumber(raw, parseNumberFormat(0, undefined));
  expect(
    ['3.3000000000000003', '0.30000000000000004', '1234.5600000000001', '-2.5', '17', '1000000000000000128'].map(cell),
  ).toEqual(['3,3', '0,3', '1234,56', '-2,5', '17', '1000000000000000100']);
  expect(
    acceptedValue({ kind: 'number', decimals: 2 }, numberKind.csv?.read(cell('3.3000000000000003'), { decimals: 2 })),
  ).toBe(3.3);
});

test('a time of a workbook is read as people see it, a day as before', () => {
  expect(formatCellNumber(String(9.5 / 24), parseNumberFormat(20, undefined))).toBe('09:30');
  expect(formatCellNumber(String(25.5 / 24), parseNumberFormat(164, '[h]:mm'))).toBe('25:30');
  expect(formatCellNumber('46330', parseNumberFormat(14, undefined))).toBe('04.11.2026');
});
