import fc from 'fast-check';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { normalizeText } from '#resources/language/kinds/text-form.ts';
import { compilePattern, PatternError } from '#resources/language/kinds/text-pattern.ts';
import { acceptedValue, verdict } from '#tests/support/rules.ts';
import { isEssentialRun } from '#tests/support/test-scope.ts';

/** Patterns of the language at random, over an alphabet in which they often fit. */
const pattern = fc.letrec<{ whole: string; part: string; atom: string }>((tie) => ({
  whole: fc.oneof(
    { depthSize: 'small' },
    tie('part'),
    fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
    fc.array(tie('part'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join('|')),
  ),
  part: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,}', '{0,2}', '*?', '+?', '??', '{1,2}?'))
    .map((parts) => parts.join('')),
  atom: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'а',
      'б',
      '1',
      '.',
      '\\d',
      '\\D',
      '[аб]',
      '[^а]',
      '[а-в\\d]',
      '\\p{Lu}',
      '\\u0430',
      '\\.',
      '-',
      'Б',
    ),
    tie('whole').map((inner) => `(${inner})`),
    tie('whole').map((inner) => `(?:${inner})`),
  ),
})).whole;

/** A pattern whose counts are too large written out is refused, as it should be: null. */
function unlessLarge(source: string): ((text: string) => boolean) | null {
  try {
    return compilePattern(source);
  } catch (error) {
    if (error instanceof PatternError && error.reason === 'patternLarge') return null;
    throw error;
  }
}

test('what repeats without an end is written out as often as it has to be there, and no more', () => {
  expect(compilePattern('((?:(?:((?:(а{1,2}?)+?){1,}){2}){2}){1,})+')('аааа')).toBe(true);
  expect(compilePattern('((?:(?:((?:(а{1,2}?)+?){1,}){2}){2}){1,})+')('ааа')).toBe(false);
  const fits = compilePattern('(?:а{3,}){2,}');
  expect(['ааааа', 'аааааа', 'ааааааа'].map(fits)).toEqual([false, true, true]);
});

/** Random patterns; `npm test` tries a part of them. */
const PATTERNS = isEssentialRun ? 500 : 2_000;

test('a pattern takes what the regular expression of the same writing takes, and nothing else', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('а', 'б', 'Б', '1', '.', '-', '😀'), maxLength: 6 }), {
    minLength: 5,
    maxLength: 5,
  });
  let fitting = 0;
  fc.assert(
    fc.property(pattern, texts, (source, some) => {
      fc.pre(source.length <= 60);
      const whole = new RegExp(`^(?:${source})$`, 'u');
      const fits = unlessLarge(source);
      fc.pre(fits !== null);
      for (const text of some) {
        if (whole.test(text)) fitting += 1;
        expect([source, text, fits?.(text)]).toEqual([source, text, whole.test(text)]);
      }
    }),
    { numRuns: PATTERNS },
  );
  expect(fitting).toBeGreaterThan(PATTERNS / 4);
});

test('the beginning and the end may be marked, and change nothing', () => {
  for (const source of ['А\\d{3}', '^А\\d{3}', 'А\\d{3}$', '^А\\d{3}$']) {
    const fits = compilePattern(source);
    expect(['А123', 'А1234', ' А123', 'А12'].map(fits)).toEqual([true, false, false, false]);
  }
  expect(compilePattern('\\d+\\$')('5$')).toBe(true);
});

test.each([
  ['(а', 'patternSyntax'],
  ['а**', 'patternSyntax'],
  ['[б-а]', 'patternSyntax'],
  ['\\', 'patternSyntax'],
  ['а{3,1}', 'patternSyntax'],
  ['\\bа', 'patternPart'],
  ['(?=а)а', 'patternPart'],
  ['(?!а)б', 'patternPart'],
  ['(?<=а)б', 'patternPart'],
  ['(?<name>а)', 'patternPart'],
  ['(а)\\1', 'patternPart'],
  ['а|^б', 'patternPart'],
  ['а$б', 'patternPart'],
  ['а{1000}', 'patternLarge'],
  ['(((){200}){200}){200}', 'patternLarge'],
  ['а'.repeat(201), 'patternLarge'],
])('%s is no pattern: %s', (source, reason) => {
  let said = 'nothing';
  try {
    compilePattern(source);
  } catch (error) {
    if (error instanceof PatternError) said = error.reason;
  }
  expect(said).toBe(reason);
});

test('a text gets its form, and a text in its form stays as it is', () => {
  expect(normalizeText('a 123 bc 77', { case: 'upper', spaces: 'none', letters: 'cyrillic' })).toBe('А123ВС77');
  expect(normalizeText('k001kk', { case: 'upper', letters: 'cyrillic' })).toBe('К001КК');
  expect(normalizeText('ТЕСТ  СОХ', { spaces: 'one', letters: 'latin' })).toBe('TECT COX');
  expect(normalizeText('Ёж  в\u00a0тумане', {})).toBe('Ёж  в\u00a0тумане');
  const form = fc.record({
    case: fc.constantFrom(undefined, 'upper' as const, 'lower' as const),
    spaces: fc.constantFrom(undefined, 'one' as const, 'none' as const),
    letters: fc.constantFrom(undefined, 'cyrillic' as const, 'latin' as const),
  });
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'АaВk yХ \u00a0ёЖm7') }), form, (text, one) => {
      const written = normalizeText(text, one);
      expect(normalizeText(written, one)).toBe(written);
    }),
  );
});

test('the rule looks at a text in its form, and says the sentence of the definition', () => {
  const car = {
    kind: 'text',
    required: true,
    max: 9,
    case: 'upper',
    spaces: 'none',
    letters: 'cyrillic',
    pattern: '[А-Я]\\d{3}[А-Я]{2}\\d{2,3}',
    mismatch: 'пишут так: А123ВС77',
  } as const satisfies FieldInput;
  expect(acceptedValue(car, ' a 123 bc  77 ')).toBe('А123ВС77');
  expect(verdict(car, 'А12')).toBe('пишут так: А123ВС77');
  expect(verdict(car, '   ')).toBe('validation.required');
  expect(verdict({ ...car, required: false }, '')).toBeNull();
  expect(verdict(car, 'А123ВС7777')).toBe('validation.tooLong');
  expect(verdict({ kind: 'text', pattern: 'а*', mismatch: 'а' }, 'а'.repeat(501))).toBe('а');
  expect(verdict({ kind: 'text', pattern: 'а*', mismatch: 'а' }, 'а'.repeat(500))).toBeNull();
});
