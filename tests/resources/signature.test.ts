import { readFileSync } from 'node:fs';
import fc from 'fast-check';

import { BUILT_IN } from '#resources/built-in.ts';

import { cellFields, isBulkField } from '#resources/language/bulk-fields.ts';

import { isSameSignature, parseSignature } from '#resources/language/kinds/signature.ts';
import { pointsWithoutPlan, readDefinition } from '#resources/language/read-definition.ts';
import {
  DRAWING_MAX,
  formatStrokes,
  getViewBox,
  parseStrokes,
  SHEET,
  STROKES_MAX,
  smoothPath,
} from '#resources/rules/strokes.ts';
import { madeUp } from '#tests/support/console/definitions.ts';
import { acceptedValue, verdict } from '#tests/support/rules.ts';

const SIGNATURE = { kind: 'signature', required: true } as const;
const POINT = { kind: 'point', required: true, plan: 'scheme' } as const;

describe('a drawing as text', () => {
  const places = fc.tuple(
    fc.double({ min: -50, max: 700, noNaN: true }),
    fc.double({ min: -50, max: 400, noNaN: true }),
  );
  const drawings = fc.array(fc.array(places, { minLength: 1, maxLength: 300 }), { maxLength: 40 });

  test('whatever is drawn fits, is read back as it was written, and has its ends where they were', () => {
    fc.assert(
      fc.property(drawings, (strokes) => {
        const text = formatStrokes(strokes);
        expect(text.length).toBeLessThanOrEqual(DRAWING_MAX);
        if (!strokes.length) return expect(text).toBe('');
        const read = parseStrokes(text);
        expect(read).toHaveLength(strokes.length);
        expect(formatStrokes(read ?? [])).toBe(text);
        for (const [at, stroke] of strokes.entries()) {
          const [x = 0, y = 0] = stroke[0] ?? [];
          const onSheet = [
            Math.min(SHEET.width, Math.max(0, Math.round(x))),
            Math.min(SHEET.height, Math.max(0, Math.round(y))),
          ];
          expect(read?.[at]?.[0]?.map((one) => one + 0)).toEqual(onSheet.map((one) => one + 0));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('more strokes than there may be are left out, and the text still fits', () => {
    const scribble = Array.from({ length: STROKES_MAX + 50 }, (_, at) =>
      Array.from({ length: 400 }, (_one, step): [number, number] => [
        (at * 7 + step * 13) % 600,
        (at * 11 + step * 29) % 300,
      ]),
    );
    expect(parseStrokes(formatStrokes(scribble))).toHaveLength(STROKES_MAX);
  });

  test.each([
    '',
    'M',
    'M10',
    'M10 20l',
    'M10 20l5',
    'M10 20L5 5',
    'M10 20l5 5l5 5',
    'M10 20l 5 5',
    'M10 20Z',
    'M601 20',
    'M10 301',
    'M590 20l11 0',
    'M10 20l-11 0',
    'M1e1 20',
    'M10 20"/><script>',
    'm10 20',
    'M10,20',
    `M10 20${'l1 1'.repeat(3_000)}`,
    'M1 1'.repeat(STROKES_MAX + 1),
  ])('«%s» is none', (text) => expect(parseStrokes(text)).toBeNull());

  test('is drawn with round corners, a dot too, and cut to its edges', () => {
    const strokes = parseStrokes('M100 40l20 30 5 -10M50 60');
    expect(smoothPath(strokes ?? [])).toBe('M100 40Q120 70 122.5 65L125 60M50 60h0');
    expect(getViewBox(strokes ?? [], 10)).toBe('40 30 95 50');
    expect(getViewBox([])).toBe('0 0 600 300');
  });
});

describe('a signature', () => {
  test.each([
    [{ drawing: 'M1 2l3 4' }, { drawing: 'M1 2l3 4', name: null, at: null }],
    [{ name: ' Котова А. И. ' }, { drawing: null, name: 'Котова А. И.', at: null }],
    [
      { drawing: '', name: 'Котова', at: null },
      { drawing: null, name: 'Котова', at: null },
    ],
    [
      { drawing: 'M1 2', name: '', at: '2026-11-28T15:00:00.000Z' },
      { drawing: 'M1 2', name: null, at: '2026-11-28T15:00:00.000Z' },
    ],
  ])('%j is taken', (value, kept) => expect(acceptedValue(SIGNATURE, value)).toEqual(kept));

  test.each<[unknown, string]>([
    [null, 'validation.required'],
    [{}, 'validation.required'],
    [{ name: '  ' }, 'validation.required'],
    ['M1 2', 'kinds.signature'],
    [['M1 2'], 'kinds.signature'],
    [{ drawing: 'M1 2', colour: 'red' }, 'kinds.signature'],
    [{ drawing: 'M1 2"/>' }, 'kinds.signature'],
    [{ drawing: 5 }, 'kinds.signature'],
    [{ drawing: `M1 2l${'1 0 -1 0 '.repeat(2_000)}1 0` }, 'kinds.signature'],
    [{ name: 'я'.repeat(101) }, 'validation.tooLong'],
    [{ name: 'a\u0000' }, 'validation.text'],
    [{ name: 'Котова', at: 'вчера' }, 'kinds.signature'],
  ])('%j is not: %s', (value, message) => expect(verdict(SIGNATURE, value)).toBe(message));

  test('is the same whenever it was taken, and whatever a record carries is looked at', () => {
    const signed = { drawing: 'M1 2', name: 'Котова', at: '2026-11-28T15:00:00.000Z' };
    expect(isSameSignature(signed, { drawing: 'M1 2', name: 'Котова' })).toBe(true);
    expect(isSameSignature(signed, { ...signed, name: null })).toBe(false);
    expect(isSameSignature(null, null)).toBe(false);
    expect([5, 'x', [], {}, null, { name: 7 }].map(parseSignature)).toEqual(Array(6).fill(null));
  });
});

describe('a point', () => {
  test('what it stands on is changed in no cell and in no records at once', () => {
    const plan = { kind: 'reference', label: 'План', to: 'plans' } as const;
    const place = { kind: 'point', label: 'Место', plan: 'plan' } as const;
    const free = madeUp({
      fields: { plan },
      form: [{ fields: ['plan'] }],
      list: { layout: 'table', columns: ['plan'] },
    });
    const leant = { ...free, fields: { ...free.fields, place } };
    expect([isBulkField(free, 'plan'), cellFields(free, null)]).toEqual([true, ['plan']]);
    expect([isBulkField(leant, 'plan'), cellFields(leant, null)]).toEqual([false, []]);
  });

  test('is shares of a picture, rounded', () => {
    expect(acceptedValue(POINT, { file: 7, x: 0.123456, y: 1 })).toEqual({ file: 7, x: 0.1235, y: 1 });
  });

  test.each<[unknown, string]>([
    [null, 'validation.required'],
    [{ file: 7, x: 0.5 }, 'kinds.point'],
    [{ file: 7, x: 1.01, y: 0 }, 'kinds.point'],
    [{ file: 7, x: -0.01, y: 0 }, 'kinds.point'],
    [{ file: 7, x: Number.NaN, y: 0 }, 'kinds.point'],
    [{ file: 7, x: '0.5', y: 0 }, 'kinds.point'],
    [{ x: 0.5, y: 0.5 }, 'kinds.point'],
    [{ file: 7, x: 0.5, y: 0.5, z: 0 }, 'kinds.point'],
    [[7, 0.5, 0.5], 'kinds.point'],
  ])('%j is not: %s', (value, message) => expect(verdict(POINT, value)).toBe(message));
});

describe('the plan of a point', () => {
  const example = (name: string) =>
    readDefinition(JSON.parse(readFileSync(`docs/examples/${name}.json`, 'utf8')), `${name}.json`);
  const [items, plans] = [example('extinguishers'), example('floor-plans')];

  test('has to be in a section that keeps files', () => {
    expect(pointsWithoutPlan(items, [...BUILT_IN, items, plans])).toEqual([]);
    const bare = { ...plans, fields: { title: { kind: 'text', label: 'Название' } } } as typeof plans;
    expect(pointsWithoutPlan(items, [...BUILT_IN, items, bare])).toEqual([
      { place: 'fields.place.plan', code: 'planWithoutFiles', params: { field: 'plan', to: 'floor-plans' } },
    ]);
  });
});
