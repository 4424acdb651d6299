import fc from 'fast-check';
import { text } from '#i18n/text.ts';
import { setClock } from '#resources/clock.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { KINDS } from '#resources/language/kinds/registry.ts';
import { COUNT } from '#resources/limits.ts';
import { acceptedValue, verdict } from '#tests/support/rules.ts';

describe('link', () => {
  const link = { kind: 'link', required: true } as const;

  test.each([
    'http://a.ru',
    'https://cam.example.com:8443/stream?x=1#live',
    'HTTPS://CAM.EXAMPLE.RU/',
    'http://192.168.0.10/video',
    'https://камера.рф/поток',
    'http://localhost:8080/',
  ])('CAM-10: %p is an address', (value) => {
    expect(verdict(link, value)).toBeNull();
  });

  test.each([
    'ftp://x',
    'text',
    'www.example.com',
    '//example.com',
    'http:example.com',
    'http://',
    'https:///',
    'https://.ru',
    'http://exa mple.com',
    'javascript:alert(1)',
    'data:text/html,hello',
    ' javascript:alert(1)',
    'https://[::',
  ])('CAM-10: %p is none', (value) => {
    expect(verdict(link, value)).toBe('validation.link');
  });

  test.each(['rtsp://192.168.0.10/live', 'RTMP://cam.example.ru/1', 'srt://cam.example.ru:9000'])(
    'CAM-10: of the stream %p it is said which links fit',
    (value) => {
      expect(verdict(link, value)).toBe('validation.linkStream');
      expect(text('validation.linkStream')).toContain('http:// или https://');
    },
  );

  test('CAM-10, CAM-12: the sentences are those of the specification', () => {
    expect(text('validation.link')).toBe('введите корректную ссылку');
    expect(verdict(link, '')).toBe('validation.required');
    expect(text('validation.required')).toBe('обязательное поле');
  });

  test('CAM-10: an address may have 2,000 characters and no more', () => {
    const long = (length: number) => `https://a.ru/${'x'.repeat(length - 13)}`;
    expect(verdict(link, long(2000))).toBeNull();
    expect(verdict(link, long(2001))).toBe('validation.link');
  });
});

describe('number', () => {
  const meter: FieldInput = { kind: 'number', required: true, digits: COUNT.meterDigits };
  const day: FieldInput = { kind: 'number', required: true, digits: 2, min: 1, max: COUNT.submissionDayMax };

  test.each([
    ['42', '000042'],
    ['000042', '000042'],
    ['999999', '999999'],
    [0, '000000'],
    [123456, '123456'],
  ])('CONST-06: a meter reads %p as %p', (value, wire) => {
    expect(acceptedValue(meter, value)).toBe(wire);
  });

  test.each(['1234567', '12,5', '-1', '4 2', '٤٢', 1234567, -1, 1.5])('CONST-06: %p is no meter reading', (value) => {
    expect(verdict(meter, value)).toBe('kinds.maskDigits?most=6');
  });

  test.each([
    ['28', null],
    ['29', 'kinds.between?low=1&high=28'],
    ['01', null],
    ['1', null],
    ['0', 'kinds.between?low=1&high=28'],
    ['281', 'kinds.maskDigits?most=2'],
  ])('CONST-06: day %p → %p', (value, message) => {
    expect(verdict(day, value)).toBe(message);
  });

  test('a number keeps its decimals and bounds', () => {
    const price: FieldInput = { kind: 'number', required: true, decimals: 2, min: 0, max: 10 };
    for (const value of [0, 10, 0.01, 9.99, 0.29]) expect(verdict(price, value)).toBeNull();
    expect(verdict(price, 0.001)).toBe('validation.number');
    for (const value of [-0.01, 10.01]) expect(text(verdict(price, value) ?? '')).toBe('от 0 до 10');
    expect(verdict({ kind: 'number', required: true }, 1.5)).toBe('validation.number');
  });

  test('a number out of its bounds is told them, with its unit and a decimal comma', () => {
    const said = (field: Omit<Extract<FieldInput, { kind: 'number' }>, 'kind'>, value: unknown) =>
      text(verdict({ kind: 'number', ...field }, value) ?? '').replaceAll('\u00a0', ' ');
    expect(said({ min: 1, max: 9 }, 10)).toBe('от 1 до 9');
    expect(said({ min: 0.5, max: 12_500, decimals: 1, unit: 'м²' }, 0.4)).toBe('от 0,5 до 12 500 м²');
    expect(said({ min: -5, unit: '°C' }, -6)).toBe('не меньше -5 °C');
    expect(said({ max: 9 }, 10)).toBe('не больше 9');
    expect(said({ digits: 4, min: 1 }, '0000')).toBe('не меньше 1');
    const sum = (field: object, value: unknown) =>
      text(verdict({ kind: 'money', ...field }, value) ?? '').replaceAll('\u00a0', ' ');
    expect(sum({ min: 100, max: 1_234_50 }, 50)).toBe('от 1 ₽ до 1 234,50 ₽');
    expect(sum({}, -1)).toBe('не меньше 0 ₽');
  });

  test('a sentence of a definition that asks something names nothing', () => {
    for (const said of ['Что? где=1', 'a?b=1', 'kinds.between', 'Есть ли lift.key? низ=1'])
      expect(text(said)).not.toBe('');
    expect(text('Что? где=1')).toBe('Что? где=1');
    expect(text('a?b=1')).toBe('a?b=1');
  });

  test('decimals are exact: what sums leave behind is taken off, typed and in files', () => {
    const field = { kind: 'number', decimals: 2 } as const;
    expect(acceptedValue(field, 0.1 + 0.2)).toBe(0.3);
    expect(acceptedValue(field, 1.005 * 1000 - 1004.98)).toBe(0.02);
    const { csv } = KINDS.number;
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), fc.integer({ min: 0, max: 6 }), (whole, decimals) => {
        const options = { kind: 'number', decimals } as const;
        const cell = (whole / 10 ** decimals).toFixed(decimals).replace('.', ',');
        const value = acceptedValue(options, csv?.read(cell, options));
        expect(Number(cell.replace(',', '.'))).toBe(value);
        expect(csv?.read(csv.write(value, options), options)).toBe(value);
        expect(csv?.write(value, options)).not.toMatch(/e|\./);
      }),
    );
    expect(csv?.read('\u22121\u202f234,5', field)).toBe(-1234.5);
    for (const odd of ['0x10', '1e3', '12 м²', '1,2,3', '--1']) {
      expect([odd, verdict(field, csv?.read(odd, field))]).toEqual([odd, 'validation.number']);
    }
    expect(verdict(field, csv?.read('12345678901234,56', field))).toBe('kinds.numberDigits');
    expect(csv?.read('0000000000000000012', field)).toBe(12);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, '5', 1e300, {}])('API-21: %p is no number', (value) => {
    expect(verdict({ kind: 'number', required: true }, value)).not.toBeNull();
  });
});

describe('date and month', () => {
  afterEach(() => setClock(null));
  const date = { kind: 'date', required: true } as const;

  test.each(['2024-02-29', '2026-12-31', '1950-01-01'])('%p is a day', (value) => {
    expect(verdict(date, value)).toBeNull();
  });

  test.each(['2023-02-29', '2026-13-01', '2026-00-10', '2026-01-32', '01.02.2026', '2026-1-2', 'вчера', '20260102'])(
    '%p is no day',
    (value) => {
      expect(verdict(date, value)).toBe('validation.date');
    },
  );

  test('a day may be bounded, ends included, by a day or by today', () => {
    const bounded: FieldInput = { kind: 'date', required: true, from: '2026-01-10', to: '2026-01-20' };
    expect(verdict(bounded, '2026-01-10')).toBeNull();
    expect(verdict(bounded, '2026-01-20')).toBeNull();
    expect(verdict(bounded, '2026-01-09')).toBe('validation.dateEarly');
    expect(verdict(bounded, '2026-01-21')).toBe('validation.dateLate');
    setClock(() => Date.parse('2028-02-29T12:00:00Z'));
    expect(verdict({ ...date, to: 'today' }, '2028-02-29')).toBeNull();
    expect(verdict({ ...date, to: 'today' }, '2028-03-01')).toBe('validation.dateLate');
    expect(verdict({ ...date, from: 'today' }, '2028-02-29')).toBeNull();
    expect(verdict({ ...date, from: 'today' }, '2028-02-28')).toBe('validation.dateEarly');
  });

  test.each([
    ['012026', null],
    ['122026', null],
    ['002026', 'validation.month'],
    ['132026', 'validation.month'],
    ['12026', 'validation.month'],
    ['2026-01', 'validation.month'],
  ])('month %p → %p', (value, message) => {
    expect(verdict({ kind: 'month', required: true }, value)).toBe(message);
  });

  test('every day survives a CSV file and back', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (day) => {
        const wire = day.toISOString().slice(0, 10);
        expect(KINDS.date.csv?.read(KINDS.date.csv.write(wire, {}), {})).toBe(wire);
      }),
    );
  });
});

describe('choice, checkbox, level', () => {
  const type: FieldInput = {
    kind: 'choice',
    required: true,
    message: 'validation.gender',
    options: [{ value: 'male' }, { value: 'female' }],
  };

  test('one of the list, and nothing chosen says the field’s own message', () => {
    expect(verdict(type, 'male')).toBeNull();
    expect(verdict(type, 'other')).toBe('validation.choice');
    for (const nothing of [undefined, null, '']) expect(verdict(type, nothing)).toBe('validation.gender');
    expect(verdict(type, '__proto__')).toBe('validation.choice');
  });

  test('a tick is true or false and nothing like it', () => {
    const tick = { kind: 'checkbox', required: true } as const;
    expect(verdict(tick, true)).toBeNull();
    for (const value of ['true', 1, 0, 'on', {}]) expect(verdict(tick, value)).not.toBeNull();
  });

  test('a tick that is required has to be there; another one may be left out', () => {
    expect(verdict({ kind: 'checkbox', required: true, message: 'нужно согласие' }, false)).toBe('нужно согласие');
    expect(verdict({ kind: 'checkbox', required: true }, undefined)).toBe('validation.required');
    expect(verdict({ kind: 'checkbox' }, false)).toBeNull();
  });

  test.each([
    ['date', 'validation.date'],
    ['month', 'validation.month'],
    ['phone', 'validation.phone'],
    ['number', 'validation.number'],
    ['files', 'validation.unknown'],
  ] as const)('a %s of the wrong sort says what is due, not that it is missing', (kind, message) => {
    expect(verdict({ kind, required: true }, { not: 'this' })).toBe(message);
    expect(verdict({ kind, required: true }, null)).toBe('validation.required');
  });

  test('PERM-06: a section’s level is one its form offers', () => {
    const level = (section: string): FieldInput => ({
      kind: 'level',
      required: true,
      section,
      message: 'validation.level',
    });
    expect(verdict(level('tasks'), 'performer')).toBeNull();
    expect(verdict(level('cameras'), 'performer')).toBe('validation.choice');
    expect(verdict(level('news'), 'denied')).toBe('validation.choice');
    expect(verdict(level('chats'), 'write')).toBe('validation.choice');
    expect(verdict(level('cameras'), 'owner')).toBe('validation.choice');
    expect(verdict(level('cameras'), null)).toBe('validation.level');
    expect(text('validation.level')).toBe('укажите уровень доступа');
  });
});
