import { text } from '#i18n/text.ts';
import type { FieldInput, FieldOf } from '#resources/language/define-resource.ts';
import { compileExpression } from '#resources/language/expressions/compile.ts';
import { derivedFields } from '#resources/language/expressions/fields.ts';
import { countedRows, newRow } from '#resources/language/kinds/rows.ts';
import { fieldRule, getKind, resolveFieldToday } from '#resources/language/payload.ts';
import { type DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { sumColumn } from '#resources/language/rows.ts';

const columns = {
  work: { kind: 'text', label: 'Работа', required: true, max: 40 },
  count: { kind: 'number', label: 'Количество', required: true, min: 0, decimals: 3 },
  unit: {
    kind: 'choice',
    label: 'Единица',
    initial: 'pc',
    options: [
      { value: 'pc', label: 'шт.' },
      { value: 'm', label: 'м' },
    ],
  },
  price: { kind: 'money', label: 'Цена', required: true },
  cost: { kind: 'money', label: 'Стоимость', computed: 'count * price' },
  urgent: { kind: 'checkbox', label: 'Срочно' },
} as const;
const works: FieldOf<'rows'> = { kind: 'rows', label: 'Работы', columns, totals: ['cost'], max: 3 };
const lamp = { work: 'Замена лампы', count: 2, unit: 'pc', price: 300_00, urgent: true };
const pipe = { work: 'Труба | 20 мм \\ «белая»', count: 1.5, unit: 'm', price: 105, urgent: false };

/** Places and messages that the rule of the field gives. */
const wrong = (value: unknown, field: FieldInput = works) =>
  fieldRule(field)
    .safeParse(value)
    .error?.issues.map(({ path, message }) => [path.join('.'), text(message)]) ?? [];

describe('the rule of rows', () => {
  test('keeps each cell in the form of its kind, and says nothing of computed ones', () => {
    const read = fieldRule(works).parse([{ work: ' Щит ', count: 1, price: 5, cost: 'anything' }]);
    expect(read).toEqual([{ work: 'Щит', count: 1, unit: null, price: 5, urgent: null, cost: 'anything' }]);
  });

  test.each([null, undefined, []])('%p is no rows at all', (value) => {
    expect(fieldRule(works).parse(value) ?? null).toBeNull();
    expect(wrong(value, { ...works, required: true })).toEqual([['', 'обязательное поле']]);
  });

  test.each<[value: unknown, place: string, message: string]>([
    ['лампа', '', 'нужны строки: каждая – значения по именам столбцов'],
    [[lamp, 'лампа'], '1', 'нужны строки: каждая – значения по именам столбцов'],
    [[lamp, { ...lamp, price: undefined }], '1.price', 'обязательное поле'],
    [[{ ...lamp, count: 'два' }], '0.count', 'введите число'],
    [[{ ...lamp, colour: 'red' }], '0', 'в строке нет столбца «colour»'],
    [[lamp, lamp, lamp, lamp], '', 'не больше 3 строк'],
    [
      [{ ...lamp, work: 'я'.repeat(30_000) }],
      '',
      'слишком много текста: во всех строках вместе не больше 30000 знаков',
    ],
  ])('a wrong value is told with its place, %#', (value, place, message) =>
    expect(wrong(value)).toContainEqual([place, message]),
  );

  test('a row without anything in it is refused', () => {
    const loose: FieldInput = { kind: 'rows', columns: { note: { kind: 'text', label: 'Что' } } };
    expect(wrong([{ note: '' }], loose)).toEqual([['0', 'строка пустая: заполните её или удалите']]);
  });

  test('looks at the number of rows before it looks at them', () => {
    const many = Array.from({ length: 100_000 }, () => ({ colour: 'red' }));
    expect(wrong(many)).toEqual([['', 'не больше 3 строк']]);
  });

  test('knows the day of the company in its columns', () => {
    const dated: FieldInput = { kind: 'rows', columns: { at: { kind: 'date', label: 'Когда', to: 'today' } } };
    const field = resolveFieldToday(dated, () => '2026-03-05');
    expect(wrong([{ at: '2026-03-06' }], field ?? dated)).toHaveLength(1);
    expect(wrong([{ at: '2026-03-05' }], field ?? dated)).toEqual([]);
    expect(resolveFieldToday(works, () => '2026-03-05')).toBeNull();
  });
});

describe('rows of a form', () => {
  const { read, write, initial } = getKind(works);

  test('are read without computed cells, and sent without untouched rows at the end', () => {
    const held = read?.([{ ...lamp, cost: 600_00 }], works as never);
    expect(held).toEqual([lamp]);
    const untouched = { work: '', count: null, unit: 'pc', price: null, urgent: false };
    expect(write?.([...(held as object[]), untouched, untouched], works as never)).toEqual([lamp]);
    expect(countedRows([untouched, lamp, untouched], columns)).toBe(2);
    expect(initial(works as never)).toEqual([]);
  });

  test('are sent where what they begin with leaves nothing to fill in, and not where a required cell is empty', () => {
    const visits = {
      kind: 'rows',
      columns: {
        day: { kind: 'date', label: 'День', required: true, initial: 'today' },
        note: { kind: 'text', label: 'Что' },
        agreed: { kind: 'checkbox', label: 'Согласовано' },
      },
    } as const;
    const sentRows = (...sent: object[]) => getKind(visits).write?.(sent, visits as never);
    const begun = newRow(visits.columns, { day: '2026-03-05' });
    expect(sentRows(begun)).toEqual([{ day: '2026-03-05', note: '', agreed: false }]);
    expect(sentRows(begun, newRow(visits.columns))).toHaveLength(1);
    const { agreed } = visits.columns;
    const agreedVisits = { ...visits, columns: { ...visits.columns, agreed: { ...agreed, required: true } } };
    expect(getKind(agreedVisits).write?.([begun], agreedVisits as never)).toEqual([]);
  });
});

describe('rows in a file', () => {
  const { csv } = getKind(works);
  const say = { translate: text };

  test('are lines of one cell, and are read back as they were', () => {
    const rows = [{ ...lamp, cost: 600_00 }, pipe];
    const cell = csv?.write(rows, works as never, say) ?? '';
    expect(cell).toBe(
      'Замена лампы | 2 | шт. | 300,00 | 600,00 | да\nТруба \\| 20 мм \\\\ «белая» | 1,5 | м | 1,05 |  | нет',
    );
    expect(csv?.read(cell, works as never, say)).toEqual([lamp, pipe]);
  });

  test('with cells left out are read, and one with too many is refused', () => {
    expect(csv?.read('Щит | 1 |  | 5\n\n', works as never, say)).toEqual([{ work: 'Щит', count: 1, price: 500 }]);
    const read = csv?.read('Щит | 1 | шт. | 5 | 5 | да | лишнее', works as never, say);
    expect(wrong(read)).toEqual([['0', 'в строке нет столбца «№ 7»']]);
  });
});

describe('rows in expressions', () => {
  const fields = {
    works,
    total: { kind: 'money', label: 'Всего', computed: 'sum(works.cost)' },
    type: { ...works },
  } as const;
  const moment = { today: '2026-03-05', me: 1 };
  const record = { works: [lamp, { ...pipe, cost: 1 }], total: 5 };

  test('cells are computed first, then what adds them up', () => {
    expect(derivedFields({ fields }, record, moment).computed).toEqual({
      works: [
        { ...lamp, cost: 600_00 },
        { ...pipe, cost: 158 },
      ],
      total: 601_58,
      type: null,
    });
  });

  test('sums are exact, also of many fractions', () => {
    const count: FieldInput = { kind: 'number', decimals: 1 };
    expect(sumColumn(count, Array(200).fill(0.1))).toBe(20);
    expect(sumColumn(count, [null, undefined, 0.2, 0.1])).toBe(0.3);
  });

  test.each<[source: string, expected: unknown]>([
    ['sum(works.count)', 3.5],
    ['sum(works.price) + 1', 302.05],
    ['sum(type.price)', 0],
    ['size(works)', 2],
    ['empty(works)', false],
    ['empty(type)', true],
    ['works.exists(row, row.price > 100)', true],
    ['works.all(row, row.price > 100)', false],
    ['works.filter(row, row.urgent).size()', 1],
    ['works[5].price > 1', undefined],
  ])('%s is %p', (source, expected) =>
    expect(compileExpression(source, fields).evaluate(record, moment)).toEqual(expected),
  );

  test.each([
    ['sum(works.colour)', 'expressionSum: works.colour'],
    ['sum(works.work)', 'expressionSum: works.work'],
    ['sum(total.cost)', 'expressionSum: total.cost'],
    ['sum(works)', 'expressionPart: sum'],
    ['sum(others.cost)', 'expressionName: others'],
    ['works.exists(row, sum(works.cost) > 1)', 'expressionPart: sum'],
    ['works.exists(row, row.colour == "red")', 'expressionColumn: colour'],
    ['works.exists(row, row.constructor == "red")', 'expressionColumn: constructor'],
  ])('%s is none', (source, message) => expect(() => compileExpression(source, fields)).toThrow(message));
});

describe('mistakes of rows', () => {
  const definition = (field: object, more: object = {}) => ({
    name: 'acts',
    section: 'acts',
    icon: 'receipt',
    words: { one: 'акт', few: 'акта', many: 'актов', accusative: 'акт', gender: 'm', plural: 'акты' },
    fields: { title: { kind: 'text' }, works: { kind: 'rows', ...field }, ...more },
    list: { layout: 'table' },
    form: [{ fields: ['title', 'works'] }],
  });
  const mistakes = (...parts: Parameters<typeof definition>): string[] => {
    try {
      readDefinition(definition(...parts), 'acts.json');
      return [];
    } catch (error) {
      return (error as DefinitionError).problems.map(({ place, code }) => `${place}: ${code}`);
    }
  };
  const column = (one: object) => ({ columns: { ...columns, one: { label: 'Один', ...one } } });

  test('there are none of a sound definition', () => expect(mistakes(works)).toEqual([]));

  test.each<[field: object, more: object, mistake: string]>([
    [{}, {}, 'fields.works.columns: missing'],
    [{ columns: {} }, {}, 'fields.works.columns: noColumns'],
    [
      { columns: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`c${n}`, columns.work])) },
      {},
      'fields.works.columns: manyColumns',
    ],
    [column({ kind: 'rows', columns }), {}, 'fields.works.columns.one.kind: kind'],
    [column({ kind: 'text', unique: true }), {}, 'fields.works.columns.one: unknownKeys'],
    [column({ kind: 'number', min: 5, max: 1 }), {}, 'fields.works.columns.one: bounds'],
    [column({ kind: 'date', initial: '1 + 1' }), {}, 'fields.works.columns.one.initial: initialType'],
    [column({ kind: 'money', computed: 'count * prise' }), {}, 'fields.works.columns.one.computed: expressionName'],
    [column({ kind: 'money', computed: 'work' }), {}, 'fields.works.columns.one.computed: computedType'],
    [column({ kind: 'phone', computed: 'work' }), {}, 'fields.works.columns.one.computed: computedKind'],
    [column({ kind: 'money', computed: '1', required: true }), {}, 'fields.works.columns.one.required: computedOption'],
    [{ columns: { sum: { kind: 'money', label: 'С', computed: '1 / 2' } } }, {}, 'fields.works.columns: rowsComputed'],
    [{ columns: { constructor: columns.work } }, {}, 'fields.works.columns.constructor: wireKept'],
    [{ columns: { 'a-b': columns.work } }, {}, 'fields.works.columns.a-b: fieldName'],
    [{ columns, max: 201 }, {}, 'fields.works.max: tooBig'],
    [{ columns, totals: ['cots'] }, {}, 'fields.works.totals.0: noField'],
    [{ columns, totals: ['work'] }, {}, 'fields.works.totals.0: wrongKind'],
    [{ columns, totals: ['cost', 'cost'] }, {}, 'fields.works.totals.1: twice'],
    [{ columns, filter: true }, {}, 'fields.works: noColumn'],
    [{ columns, computed: '1' }, {}, 'fields.works.computed: computedKind'],
    [{ columns }, { total: { kind: 'money', computed: 'sum(works.colour)' } }, 'fields.total.computed: expressionSum'],
  ])('are told, %#', (field, more, mistake) => expect(mistakes(field, more)).toContain(mistake));

  test('what adds up computed cells stands below them', () => {
    const { title, works: rows } = definition(works).fields;
    const fields = { title, total: { kind: 'money', computed: 'sum(works.cost)' }, works: rows };
    expect(() => readDefinition({ ...definition(works), fields }, 'acts.json')).toThrow('computedBelow');
  });

  test('only what the box keeps has rows', () => {
    const api = { dialect: 'simple-rest', path: '/api/acts', paging: 'none' };
    expect(() => readDefinition({ ...definition({ columns: { work: columns.work } }), api }, 'acts.json')).toThrow(
      'rowsForeign',
    );
  });
});
