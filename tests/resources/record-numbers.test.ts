import fc from 'fast-check';
import {
  formatRecordNumber,
  isValidTemplate,
  parseRecordNumber,
  placeholderOffsets,
} from '#resources/language/kinds/number-template.ts';

/** Templates with any text around the number, and the year before or behind it, or nowhere. */
const template = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'АБ-/. 0№(+)'), maxLength: 5 }),
    fc.string({ unit: fc.constantFrom(...'АБ-/. 0№[*]'), maxLength: 5 }),
    fc.string({ unit: fc.constantFrom(...'АБ-/. 0№?'), maxLength: 5 }),
    fc.constantFrom('{year}|{number}', '{number}|{year}', '{number}|'),
  )
  .map(([start, middle, end, places]) => {
    const [first, second] = places.split('|');
    return `${start}${first}${middle}${second}${end}`.trim();
  });

test('what is written by a template is read by it, and stands where it is looked for', () => {
  fc.assert(
    fc.property(
      template,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 999_999_999 }),
      (form, digits, number) => {
        const numbering = { template: form, digits };
        const year = form.includes('{year}') ? 2026 : 0;
        const written = formatRecordNumber(numbering, { year, number });
        expect(isValidTemplate(form)).toBe(true);
        expect(parseRecordNumber(numbering, written.toLowerCase())).toEqual({ year, number });
        const { before, after, yearBefore, yearAfter } = placeholderOffsets(numbering);
        expect(Number(written.slice(before, written.length - after))).toBe(number);
        if (yearBefore !== null) expect(written.slice(yearBefore, yearBefore + 4)).toBe('2026');
        if (yearAfter !== null)
          expect(written.slice(written.length - yearAfter - 4, written.length - yearAfter)).toBe('2026');
      },
    ),
  );
});

test.each([
  '',
  'АКТ-2026',
  'АКТ-2026-',
  'АКТ-2026-0',
  'АКТ-26-1',
  'АКТ-2026-1234567890',
  'АКТ-2026-0042а',
  'АКТ.2026.0042',
])('«%s» is no number of АКТ-{year}-{number}', (written) => {
  expect(parseRecordNumber({ template: 'АКТ-{year}-{number}' }, written)).toBeNull();
});

test.each(['АКТ', '{number}{number}', '{year}-{year}-{number}', '{num}-{number}', ' АКТ-{number}', '{number}/{year} '])(
  '«%s» is no template',
  (form) => {
    expect(isValidTemplate(form)).toBe(false);
  },
);
