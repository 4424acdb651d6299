import fc from 'fast-check';

/** The kind of text that a box asks for, as far as it can be seen. */
export type TextKind = 'phone' | 'number' | 'digits' | 'picked' | 'said' | 'text';

/** The kind of a box by what a person sees of it. */
export function textKind(name: string, mode: string, placeholder: string): TextKind {
  if (mode === 'tel') return 'phone';
  // Days of the month are cut to what a month has (SET-33).
  if (/^(Первый|Последний) день$/.test(name)) return 'said';
  // Written out or shortened when they are left: a duration, a number of a firm, an address of a page.
  if (/^Вид (duration|company-number|link|email)$|ссылка|сайт|почта|ИНН|ОГРН|БИК|с буквой/i.test(name)) return 'said';
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

/** The value of a text, so that a box may write it in its own way; null where only the box can say. */
export function meaning(kind: TextKind, written: string): string | null {
  if (kind === 'phone') return plainPhone(written);
  if (kind === 'number' || kind === 'digits') return plainNumber(written);
  // Browsers take line ends out of a box of one line.
  return kind === 'text' ? written.normalize('NFC').replace(/\s+/g, ' ').trim() : null;
}

/** A text that a box of a new record takes. @param at tells boxes of one form apart */
export function soundText(kind: TextKind, name: string, at: number): string {
  if (kind === 'phone') return `916${String(Date.now() % 10_000_000).padStart(7, '0')}`;
  if (kind === 'number' || kind === 'digits') return '1';
  if (/ссылка|сайт|Вид link/i.test(name)) return 'https://example.ru/a';
  if (/телефоны/i.test(name)) return 'Диспетчерская: +7 495 123-45-67';
  if (kind === 'picked' || kind === 'said') return '';
  return `Проба ${at} формы ${Date.now() % 1_000_000}`;
}

/** Every number and text within a body. */
export function leavesOf(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

/** Whether a body says what a box shows; true where no reader but the box can tell. */
export function says(sent: readonly (string | number)[], kind: TextKind, shown: string): boolean {
  const meant = meaning(kind, shown);
  if (meant === null || meant === '') return true;
  if (kind === 'phone') return sent.some((leaf) => meaning(kind, String(leaf)) === meant);
  if (kind !== 'text') {
    const number = Number(meant.replace(',', '.'));
    // Amounts are sent in kopecks.
    const same = (leaf: number) => leaf === number || leaf === Math.round(number * 100);
    return Number.isNaN(number) || sent.some((leaf) => same(Number(String(leaf).replace(',', '.'))));
  }
  // A box of lines sends each by itself.
  const lines = shown.split('\n').map((line) => meaning(kind, line) ?? '');
  const texts = sent.map((leaf) => meaning(kind, String(leaf)) ?? '');
  return texts.includes(meant) || lines.every((line) => line === '' || texts.includes(line));
}
