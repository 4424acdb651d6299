import fc from 'fast-check';

/** What a box asks for, as far as it can be seen. */
export type TextKind = 'phone' | 'number' | 'digits' | 'picked' | 'said' | 'text';

/** The kind of a box by what a person sees of it. */
export function textKind(name: string, mode: string, placeholder: string): TextKind {
  if (mode === 'tel' || /телефон/i.test(name)) return 'phone';
  if (/^Вид (date|moment|month|time)$/.test(name)) return 'picked';
  // Days of the month are cut to what a month has (SET-33).
  if (/^(Первый|Последний) день$/.test(name)) return 'said';
  // Written out or shortened when they are left: a duration, a number of a firm, an address of a page.
  if (/^Вид (duration|company-number|link|email)$/.test(name)) return 'said';
  if (mode === 'decimal') return 'number';
  if (mode === 'numeric') return /^0*$/.test(placeholder.replaceAll(/\s/g, '')) && placeholder ? 'digits' : 'number';
  return 'text';
}

const digits = (least: number, most: number) => fc.stringMatching(new RegExp(`^\\d{${least},${most}}$`));
const between = fc.constantFrom('', ' ', '\u00a0', '\u202f', '.', ',', '-', '(', ') ', '  ');

const number = fc.oneof(
  fc.tuple(digits(1, 9), fc.constantFrom('', ',', '.'), digits(0, 3)).map((parts) => parts.join('')),
  fc
    .tuple(fc.constantFrom('', '-', '−', '+'), digits(1, 3), between, digits(3, 3), between, digits(0, 2))
    .map((parts) => parts.join('')),
  fc.constantFrom(
    '1e3',
    '0x10',
    '1.200,50',
    '12,345',
    '123 м3',
    '12₽3',
    '15 руб.',
    '٣',
    '½',
    '1/2',
    '',
    '0',
    '-0',
    '00042',
    ',',
  ),
  fc.tuple(digits(0, 3), fc.constantFrom('м', 'e', 'x', '₽', '%', '!')).map((parts) => parts.join('')),
);
const phone = fc.oneof(
  fc
    .tuple(fc.constantFrom('', '+7', '8', '7', '+375', '+44', '+'), between, digits(8, 11))
    .map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom('+7', '8', '7', ''),
      between,
      digits(3, 3),
      between,
      digits(3, 3),
      between,
      digits(2, 2),
      between,
      digits(2, 2),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('позже', '8 916 408-22-17 доб. 5', 'тел. 8 916 408-22-17', '8 916 408-22-17, 8 495 123-45-67', ''),
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
  fc.constantFrom('', ' ', 'Подвал', '  Подвал  ', 'ё'.repeat(500), '<b>', '-7', '1e3', 'NULL', '=1+1'),
);
const picked = fc.oneof(
  fc.constantFrom('', '1', '05', '0503', '05032036', '31022036', '0930', '2460', 'март2036'),
  digits(0, 12),
);
const said = fc.oneof(
  fc.constantFrom(
    '90',
    '1:30',
    '1,5 ч',
    'ИНН 7707083893',
    '7707083893',
    'https://example.ru/a',
    'dom@example.ru',
    'долго',
    '',
  ),
  digits(0, 15),
  text,
);

const TEXTS = { phone, number, digits: number, picked, said, text } as const satisfies Record<
  TextKind,
  fc.Arbitrary<string>
>;

/** Random texts for a box. */
export const texts = (kind: TextKind): fc.Arbitrary<string> => TEXTS[kind];

/** The number that a Russian reader sees in a text; the text itself where they see none. */
function plainNumber(text: string): string {
  const bare = text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/(?:₽|р(?:уб)?\.?)$/iu, '')
    .replace('\u2212', '-');
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:[.,](\d*))?$/.exec(bare) ?? [];
  if (whole === '') return text.trim();
  const [front, behind] = [whole.replace(/^0+(?=\d)/, ''), part.replace(/0+$/, '')];
  return `${front === '0' && !behind ? '' : sign}${front}${behind && `,${behind}`}`;
}

/** The ten digits that a Russian reader sees in a text; the text itself where they see none. */
function plainPhone(text: string): string {
  const bare = text.replace(/^\s*тел\.?/i, '').replace(/[\s().\u00a0\u202f-]/g, '');
  const digits = /^(?:\+7|[78](?=\d{10}$))?(\d{1,10})$/.exec(bare)?.[1];
  // A country without the last digits is shown as a country.
  return digits?.replace(/^[78](?=9)/, '') ?? bare;
}

/** What a text stands for, so that a box may write it in its own way; null where no reader but the box can say. */
export function meaning(kind: TextKind, written: string): string | null {
  if (kind === 'phone') return plainPhone(written);
  if (kind === 'number' || kind === 'digits') return plainNumber(written);
  // Browsers take line ends out of a box of one line.
  return kind === 'text' ? written.replace(/\s+/g, ' ').trim() : null;
}
