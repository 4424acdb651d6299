import fc from 'fast-check';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { BYTES, COUNT, TEXT } from '#resources/limits.ts';
import { cameras } from '#resources/sections/cameras.ts';
import { acceptedValue, verdict } from '#tests/support/rules.ts';

const of = (length: number) => 'я'.repeat(length);

describe('the constants of the specification', () => {
  test('CONST-05: sizes in bytes', () => {
    expect(BYTES).toMatchObject({ attachment: 6_292_000, avatar: 7_168_000, chatFile: 8_388_608 });
  });

  test('CONST-06: lengths and counts', () => {
    expect(TEXT.newsTitle).toEqual({ min: 8, max: 100 });
    expect(TEXT.newsContent).toEqual({ min: 20, max: 400 });
    expect(TEXT.personName).toEqual({ min: 1, max: 60 });
    expect(TEXT.cameraName).toEqual({ min: 3, max: 60 });
    expect(TEXT.password.min).toBe(8);
    expect(COUNT).toEqual({
      newsFlatsMin: 3,
      codeDigits: 6,
      meterDigits: 6,
      submissionDayMax: 28,
      residentUnitsMax: 10,
    });
  });
});

describe.each([
  ['text', TEXT.newsTitle],
  ['long-text', TEXT.newsContent],
  ['text', TEXT.personName],
  ['text', TEXT.cameraName],
  ['long-text', TEXT.taskDescription],
] as const)('a %s of %o characters', (kind, { min, max }) => {
  const field = { kind, required: true, min, max } as const;

  test('CONST-06: takes both ends and refuses one character beyond either', () => {
    expect(verdict(field, of(min))).toBeNull();
    expect(verdict(field, of(max))).toBeNull();
    expect(verdict(field, of(max + 1))).toBe('validation.tooLong');
    expect(verdict(field, of(min - 1))).toBe(min === 1 ? 'validation.required' : 'validation.tooShort');
  });

  test('CONST-06: blanks around it do not help a text that is too short', () => {
    expect(verdict(field, `${' '.repeat(500)}${of(min)}${' '.repeat(500)}`)).toBeNull();
    expect(verdict(field, ' '.repeat(min + 1))).toBe('validation.required');
  });
});

describe('text', () => {
  const line: FieldInput = { kind: 'text', required: true, max: 60 };

  test('API-21: takes no line break, NUL or other control character', () => {
    expect(verdict(line, 'две\nстроки')).toBe('validation.text');
    expect(verdict(line, 'до\u0000после')).toBe('validation.text');
    expect(verdict(line, 'звонок\u0007')).toBe('validation.text');
    expect(verdict({ kind: 'long-text', required: true }, 'две\nстроки')).toBeNull();
    expect(verdict({ kind: 'long-text', required: true }, 'до\u0000после')).toBe('validation.text');
  });

  test.each([[42], [true], [{}], [['список']]])('API-21: %p is no text', (value) => {
    expect(verdict(line, value)).toBe('validation.notText');
  });

  test('AUTH-13: nothing at all is a missing value, with the field’s own message when it has one', () => {
    for (const value of [undefined, null, '', '   ']) expect(verdict(line, value)).toBe('validation.required');
    expect(verdict({ ...line, message: 'validation.gender' }, undefined)).toBe('validation.gender');
  });

  test('an optional text may be absent, null or empty, and is then stored as nothing', () => {
    const field: FieldInput = { kind: 'text', max: 60 };
    expect(acceptedValue(field, undefined) ?? null).toBeNull();
    expect(acceptedValue(field, null)).toBeNull();
    expect(acceptedValue(field, '')).toBeNull();
    expect(verdict(field, of(61))).toBe('validation.tooLong');
  });

  test('a text is stored without the blanks around it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[а-яА-Я0-9 ]{1,50}$/), (value) => {
        if (value.trim() === '') return;
        expect(acceptedValue(line, `  ${value} `)).toBe(value.trim());
      }),
    );
  });
});

describe('the camera’s name', () => {
  test.each([
    ['аб', 'validation.nameLength'],
    ['абв', null],
    [of(60), null],
    [of(61), 'validation.nameLength'],
    ['', 'validation.required'],
  ])('CAM-12, CAM-13: %p → %p', (name, message) => {
    expect(verdict(cameras.fields.name as FieldInput, name)).toBe(message);
  });
});
