import { isBulkField } from '#resources/language/bulk-fields.ts';
import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import { derivedFields, withComputed } from '#resources/language/expressions/fields.ts';
import type { Fields } from '#resources/language/expressions/values.ts';
import { sentFields } from '#resources/language/payload.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { importFields, readSectionRows } from '#resources/rules/import/fields.ts';

const count: FieldInput = { kind: 'number', label: 'Количество', decimals: 3 };
const price: FieldInput = { kind: 'money', label: 'Цена' };
const title: FieldInput = { kind: 'text', label: 'Название' };
const from: FieldInput = { kind: 'date', label: 'С' };
const until: FieldInput = { kind: 'date', label: 'По' };
const paid: FieldInput = { kind: 'checkbox', label: 'Платно' };
const BASE: Fields = { count, price, title, from, until, paid };
const RECORD = { count: 2.5, price: 1_15, title: 'Забор', from: '2026-02-27', until: '2026-03-02', paid: true };

/** The value of a field of a record. */
const computed = (field: FieldInput, record: object = RECORD) =>
  withComputed({ fields: { ...BASE, result: field } }, record as Record<string, unknown>).result;

describe('the value of a computed field', () => {
  test.each<[field: FieldInput, expected: unknown]>([
    [{ kind: 'money', computed: 'count * price' }, 2_88],
    [{ kind: 'money', computed: 'price - 2', min: -1_000 }, -85],
    [{ kind: 'money', computed: 'price * 0.1 * 3' }, 35],
    [{ kind: 'money', computed: 'paid ? price : 0' }, 1_15],
    [{ kind: 'number', computed: 'count * 3' }, 8],
    [{ kind: 'number', computed: 'price / 3', decimals: 2 }, 0.38],
    [{ kind: 'number', computed: 'days(from, until)' }, 3],
    [{ kind: 'number', computed: 'size(title)' }, 5],
    [{ kind: 'number', computed: 'string(size(title))', digits: 4 }, '0005'],
    [{ kind: 'duration', computed: 'count * 60' }, 150],
    [{ kind: 'date', computed: 'addDays(from, count)' }, '2026-03-01'],
    [{ kind: 'checkbox', computed: 'from < until && paid' }, true],
    [{ kind: 'text', computed: 'title + " до " + text(until)' }, 'Забор до 02.03.2026'],
    [{ kind: 'text', computed: 'title + ": " + text(count) + "; " + text(price * 3)' }, 'Забор: 2,5; 3,45'],
    [{ kind: 'text', computed: 'title', case: 'upper' }, 'ЗАБОР'],
  ])('%j is %p', (field, expected) => expect(computed(field)).toEqual(expected));

  test.each<[field: FieldInput, change: object]>([
    // Undecided for want of a value.
    [{ kind: 'money', computed: 'count * price' }, { price: null }],
    [{ kind: 'date', computed: 'addDays(from, count)' }, { from: null }],
    [{ kind: 'checkbox', computed: 'count > 1' }, { count: null }],
    [{ kind: 'text', computed: 'title' }, { title: '' }],
    [{ kind: 'text', computed: 'title + text(count)' }, { count: null }],
    // Failed, or beyond what the field holds.
    [{ kind: 'money', computed: 'price / count' }, { count: 0 }],
    [{ kind: 'money', computed: 'price * 1' }, { price: -1_00 }],
    [{ kind: 'number', computed: '1 / (size(title) - 5)' }, {}],
    [{ kind: 'number', computed: 'count * 1e300' }, {}],
    [{ kind: 'number', computed: 'count', max: 2 }, {}],
    [{ kind: 'duration', computed: '0 - count' }, {}],
    [{ kind: 'text', computed: 'title + title', max: 8 }, {}],
    [{ kind: 'text', computed: 'title', pattern: '[A-Z]+', mismatch: 'латиницей' }, {}],
    [{ kind: 'date', computed: 'addDays(from, 1e12)' }, {}],
    [{ kind: 'number', computed: 'addDays(from, 1e12).getFullYear()' }, {}],
    [{ kind: 'text', computed: 'text(addDays(from, 1e12))' }, {}],
    [{ kind: 'text', computed: 'text(count / 0)' }, {}],
  ])('%j of %j is empty', (field, change) => expect(computed(field, { ...RECORD, ...change })).toBeNull());

  test('is never minus zero, which a database does not keep', () => {
    expect(computed({ kind: 'money', computed: 'price * -0.001' })).toBe(0);
    expect(computed({ kind: 'number', computed: 'count * 0 * -1' })).toBe(0);
  });

  test('follows computed ones above it, and is empty while its own condition is not true', () => {
    const fields: Fields = {
      ...BASE,
      sum: { kind: 'money', computed: 'count * price' },
      tax: { kind: 'money', computed: 'sum * 0.2', when: 'paid', wire: 'tax_amount' },
      reason: { kind: 'text', when: 'tax > 0.5' },
    };
    const moment = { today: '2026-05-01', me: null };
    expect(derivedFields({ fields }, RECORD, moment)).toEqual({
      absent: new Set(),
      computed: { sum: 2_88, tax_amount: 58 },
    });
    expect(derivedFields({ fields }, { ...RECORD, paid: false }, moment)).toEqual({
      absent: new Set(['tax', 'reason']),
      computed: { sum: 2_88, tax_amount: null },
    });
  });
});

/** Reads a definition with these fields. */
function read(fields: object, more: object = {}): Resource {
  const words = { one: 'а', few: 'а', many: 'а', accusative: 'а', gender: 'f', plural: 'а' };
  const head = { name: 'keys', section: 'keys', icon: 'key', words, list: { layout: 'table', columns: ['title'] } };
  return readDefinition({ ...head, fields, form: [{ fields: Object.keys(fields) }], ...more }, 'keys.json');
}
function problems(fields: object, more: object = {}) {
  try {
    read(fields, more);
    return [];
  } catch (error) {
    return (error as { problems: { place: string; code: string }[] }).problems.map(({ place, code }) => [place, code]);
  }
}

describe('a computed field in a definition', () => {
  const sum = (options: object = {}) => ({ title, count, price, sum: { kind: 'money', label: 'С', ...options } });
  const product = { computed: 'count * price' };
  const state = {
    kind: 'state',
    label: 'С',
    states: [
      { value: 'a', label: 'А' },
      { value: 'b', label: 'Б', final: true },
    ],
    moves: [{ name: 'go', label: 'В Б', from: ['a'], to: 'b', asks: [{ field: 'sum' }] }],
  };
  test.each<[fields: object, expected: unknown]>([
    [sum(product), []],
    [sum({ ...product, when: 'count > 1', filter: true, help: 'Считается сама' }), []],
    [{ title: { ...title, computed: '"№ " + text(count)' }, count }, []],
    // The type, and the names.
    [sum({ computed: 'title' }), [['fields.sum.computed', 'computedType']]],
    [sum({ computed: 'count * title' }), [['fields.sum.computed', 'expressionTypes']]],
    [sum({ computed: 'count * cost' }), [['fields.sum.computed', 'expressionName']]],
    [sum({ computed: 'sum + 1' }), [['fields.sum.computed', 'computedBelow']]],
    [
      { title, a: { kind: 'number', label: 'А', computed: 'b' }, b: { kind: 'number', label: 'Б', computed: '1' } },
      [['fields.a.computed', 'computedBelow']],
    ],
    [
      { title, a: { kind: 'number', label: 'А', computed: 'b' }, b: { kind: 'number', label: 'Б', when: 'a > 1' } },
      [['fields.a.computed', 'computedBelow']],
    ],
    // Stored values do not go stale.
    [
      { title, due: { kind: 'date', label: 'Д', computed: 'addDays(today, 3)' } },
      [['fields.due.computed', 'computedMoment']],
    ],
    [sum({ computed: 'me' }), [['fields.sum.computed', 'computedMoment']]],
    [sum({ ...product, when: 'me > 1' }), [['fields.sum.when', 'computedMoment']]],
    [{ title, from, due: { ...until, computed: 'from', to: 'today' } }, [['fields.due', 'computedMoment']]],
    [{ title, today: from, due: { ...until, computed: 'today' } }, []],
    // Kinds, and what nothing that is typed cannot say.
    [{ title, house: { kind: 'building', label: 'Д', computed: '1.0' } }, [['fields.house.computed', 'computedKind']]],
    [
      { title, stage: { ...state, moves: [{ name: 'go', label: 'В Б', from: ['a'], to: 'b' }], computed: '"a"' } },
      expect.arrayContaining([['fields.stage.computed', 'computedKind']]),
    ],
    [sum({ ...product, required: true }), [['fields.sum.required', 'computedOption']]],
    [sum({ ...product, required: 'count > 1' }), [['fields.sum.required', 'computedOption']]],
    [sum({ ...product, readonly: 'count > 1' }), [['fields.sum.readonly', 'computedOption']]],
    [sum({ ...product, initial: '1' }), [['fields.sum.initial', 'computedOption']]],
    [sum({ ...product, unique: true }), [['fields.sum.unique', 'computedOption']]],
    [
      sum({ ...product, once: true, input: 'own-sum' }),
      [
        ['fields.sum.once', 'computedOption'],
        ['fields.sum.input', 'computedOption'],
      ],
    ],
    // An expression that looks at an input finds none.
    [{ ...sum(product), note: { ...title, requiredWith: 'sum' } }, [['fields.note.requiredWith', 'computedNamed']]],
    [{ ...sum(product), state }, [['fields.state.moves.0.asks.0.field', 'askedUnasked']]],
  ])('%j: %j', (fields, expected) => expect(problems(fields)).toEqual(expected));

  test('is no condition of a part of a form, and nothing for another server', () => {
    const fields = { title, kind: { ...title, computed: 'title' } };
    const form = [{ fields: ['kind'] }, { fields: ['title'], when: { field: 'kind', is: 'а', hint: 'Потом' } }];
    expect(problems(fields, { form })).toEqual([['form.1.when.field', 'computedNamed']]);
    const api = { dialect: 'simple-rest', path: '/api/other', paging: 'page' };
    expect(problems(fields, { api })).toEqual([['fields.kind.computed', 'computedForeign']]);
  });

  test('is sent by no form, changed in many records by none, and not read out of a file, which is told', () => {
    const resource = read(sum(product));
    expect(sentFields(resource, 'edit')).toEqual(['title', 'count', 'price']);
    expect(isBulkField(resource, 'sum')).toBe(false);
    expect(importFields(resource).map(({ name }) => name)).toEqual(['title', 'count', 'price']);
    const rows = [
      ['Название', 'Количество', 'С', 'Чужое'],
      ['Забор', '2', '7,00', 'х'],
    ];
    const found = readSectionRows(resource, { rows, hidden: new Set(), doubtful: new Map() } as never);
    expect(found).toMatchObject({
      strangers: ['Чужое'],
      computed: ['С'],
      rows: [{ cells: { title: 'Забор', count: '2' } }],
    });
  });
});
