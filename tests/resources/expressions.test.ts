import type { FieldInput } from '#resources/language/define-resource.ts';
import { compileExpression, ExpressionError } from '#resources/language/expressions/compile.ts';
import { findFailedChecks, findUnmetConditionHint } from '#resources/language/expressions/conditions.ts';
import { evaluateInitial } from '#resources/language/expressions/fields.ts';
import { EXPRESSION_MAX } from '#resources/language/expressions/schema.ts';
import { type Fields, variableTypes } from '#resources/language/expressions/values.ts';
import { fieldRule } from '#resources/language/payload.ts';
import { readDefinition } from '#resources/language/read-definition.ts';
import { chance } from '#tests/support/server/seeded-random.ts';
import { isEssentialRun } from '#tests/support/test-scope.ts';

const FIELDS = {
  title: { kind: 'text', label: 'Название' },
  from: { kind: 'date', label: 'С' },
  until: { kind: 'date', label: 'По', wire: 'until_day' },
  month: { kind: 'month', label: 'Месяц' },
  rooms: { kind: 'number', label: 'Комнат' },
  price: { kind: 'money', label: 'Цена' },
  meter: { kind: 'number', label: 'Показание', digits: 6 },
  hour: { kind: 'time', label: 'Во сколько' },
  paid: { kind: 'checkbox', label: 'Оплачено' },
  papers: { kind: 'files', label: 'Файлы' },
  notes: { kind: 'lines', label: 'Пункты' },
  inspector: { kind: 'reference', label: 'Кто', to: 'employees' },
  face: { kind: 'avatar', label: 'Фото' },
} as const satisfies Fields;

const RECORD = {
  title: 'Подвал',
  from: '2026-05-01',
  until_day: '2026-05-03',
  month: '052026',
  rooms: 2,
  price: 1050,
  meter: '000042',
  hour: '09:30',
  paid: true,
  papers: [{ id: 4 }, { id: 5 }],
  notes: ['а', 'б'],
  inspector: { id: 7, label: 'Орлова' },
};
const MOMENT = { today: '2026-05-02', me: 7 };
const value = (source: string, record: object = RECORD, fields: Fields = FIELDS) =>
  compileExpression(source, fields).evaluate(record as Readonly<Record<string, unknown>>, MOMENT);

describe('a field that is called as a type of the language', () => {
  const fields = {
    type: { kind: 'text', label: 'Вид' },
    list: { kind: 'lines', label: 'Список' },
    int: { kind: 'number', label: 'Целое' },
    string: { kind: 'text', label: 'Строка', computed: 'type + "!"' },
  } as const satisfies Fields;
  const record = { type: 'дверь', list: ['дверь', 'окно'], int: 3 };

  test.each<[source: string, expected: unknown]>([
    ['type == "дверь"', true],
    ['type in list', true],
    ['list.exists(type, type == "окно")', true],
    ['list.exists(one, one == type)', true],
    ['size(list) + int', 5],
    ['empty(string) && !empty(type)', true],
    ['int > 2 ? type : "нет"', 'дверь'],
  ])('%s is %j', (source, expected) => {
    expect(value(source, record, fields)).toBe(expected);
  });

  test('is named by its own name to those that ask what an expression looks at', () => {
    expect(compileExpression('type in list', fields).names).toEqual(['type', 'list']);
  });

  test.each(['if', 'for', 'package'])('has no place in an expression as a reserved word: %s', (name) => {
    const reserved = {
      [name]: { kind: 'text', label: 'Слово' },
      paid: { kind: 'checkbox', label: 'Оплачено' },
    } as const;
    expect(value('paid', { paid: true }, reserved)).toBe(true);
    expect(() => compileExpression(`${name} == "x"`, reserved)).toThrow(ExpressionError);
  });
});

describe('an expression of a definition', () => {
  test.each<[source: string, expected: unknown]>([
    ['from <= until', true],
    ['until < from', false],
    ['days(from, until)', 2],
    ['addDays(from, 2) == until', true],
    ['addDays(from, rooms) == until', true],
    ['from < today && today < until', true],
    ['month == from', true],
    ['rooms == 2', true],
    ['2 == rooms', true],
    ['rooms != 3', true],
    ['rooms + 1 > 2', true],
    ['price * rooms', 21],
    ['10 / rooms', 5],
    ['price * 2 + 1 - rooms', 20],
    ['rooms in [1.0, 2.0]', true],
    ['meter == "000042"', true],
    ['hour < "10:00"', true],
    ['paid && title.startsWith("Под")', true],
    ['title in ["Чердак", "Подвал"]', true],
    ['size(papers) == 2', true],
    ['size(title)', 6],
    ['notes.exists(note, note == "б")', true],
    ['inspector == me', true],
    ['paid ? "да" : "нет"', 'да'],
    ['!paid', false],
    ['int(rooms) % 2 == 0', true],
    ['string(rooms) + "-" + title', '2-Подвал'],
  ])('%s is %p', (source, expected) => expect(value(source)).toEqual(expected));

  const BARE = { title: null, paid: null };
  test.each<[source: string, expected: unknown]>([
    // An expression that needs a missing value is undecided, and so is everything that depends on it.
    ['from <= until', undefined],
    ['!(from <= until)', undefined],
    ['price * 2', undefined],
    ['inspector == me', undefined],
    // The other side may decide.
    ['empty(until) || from <= until', true],
    ['from <= until || empty(until)', true],
    ['!empty(until) && from <= until', false],
    ['empty(rooms) ? 0.0 : rooms', 0],
    // Texts, lists and yes-or-no always have a value.
    ['title == ""', true],
    ['!paid', true],
    ['size(papers)', 0],
    ['empty(title) && empty(papers) && empty(paid) && empty(inspector)', true],
  ])('of a record without values %s is %p', (source, expected) => expect(value(source, BARE)).toEqual(expected));

  test.each<[source: string, reason: string, part: string]>([
    ['rooms >', 'expressionSyntax', 'rooms >'],
    ['rooms > > 1', 'expressionSyntax', '>'],
    ['"', 'expressionSyntax', '"'],
    ['untill > from', 'expressionName', 'untill'],
    ['face == "x"', 'expressionName', 'face'],
    ['until_day > from', 'expressionName', 'until_day'],
    ['title > 2', 'expressionTypes', 'title > 2'],
    ['rooms + title', 'expressionTypes', 'rooms + title'],
    ['from > "2026-01-01"', 'expressionTypes', 'from > "2026-01-01"'],
    ['rooms && paid', 'expressionTypes', 'rooms && paid'],
    ['title.matches("(a+)+$")', 'expressionPart', 'matches'],
    ['empty(rooms + 1)', 'expressionPart', 'empty'],
    ['papers.all(a, papers.all(b, a > b))', 'expressionPart', 'all'],
    ['cel.bind(x, title, x + x) == title', 'expressionPart', 'bind'],
    [`${'('.repeat(40)}paid${')'.repeat(40)}`, 'expressionLarge', ''],
    [Array(120).fill('paid').join(' && '), 'expressionLarge', ''],
    [`title == "${'x'.repeat(EXPRESSION_MAX)}"`, 'expressionLarge', ''],
  ])('%s is refused', (source, reason, part) => {
    let thrown: unknown;
    try {
      compileExpression(source, FIELDS);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ExpressionError);
    expect(thrown).toMatchObject({ reason, ...(part ? { part } : {}) });
  });

  test('a field takes the name of what every expression knows', () => {
    const fields: Fields = { today: { kind: 'text', label: 'Сегодня' }, me: { kind: 'avatar', label: 'Я' } };
    expect(value('today == "вторник"', { today: 'вторник' }, fields)).toBe(true);
    expect(() => compileExpression('me > 1', fields)).toThrow(ExpressionError);
  });

  test.each<[where: string, record: object]>([
    ['at its path, as other servers answer', { flat: { area: 40 } }],
    ['under the name with dots, as the box keeps it', { 'flat.area': 40 }],
  ])('a field that is called by a path is read %s', (_where, record) => {
    const fields: Fields = { area: { kind: 'number', label: 'Площадь', wire: 'flat.area' } };
    expect(value('area > 30', record, fields)).toBe(true);
    expect(value('empty(area)', {}, fields)).toBe(true);
  });

  test('a long record is looked at within a second', () => {
    const papers = Array.from({ length: 10_000 }, (_, at) => ({ id: at + 1 }));
    const began = performance.now();
    expect(value('papers.filter(paper, paper > 5000).exists(paper, paper == 9999)', { papers })).toBe(true);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

/** Values of each kind as a form sends them, beside what the server keeps of them. */
const SENT: Readonly<Record<string, (random: () => number) => unknown>> = {
  title: (random) => ['', ' Подвал ', 'Чердак'][Math.floor(random() * 3)],
  from: (random) => (random() < 0.2 ? '' : `2026-05-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`),
  until: (random) => (random() < 0.2 ? null : `2026-05-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`),
  rooms: (random) => (random() < 0.2 ? null : Math.floor(random() * 5)),
  price: (random) => (random() < 0.2 ? null : Math.round(random() * 10_000)),
  paid: (random) => random() < 0.5,
  notes: (random) => (random() < 0.3 ? [] : ['а', 'б'].slice(0, 1 + Math.floor(random() * 2))),
};
const CONDITIONS = [
  'from <= until',
  'empty(until) || days(from, until) < 10',
  'rooms * price > 50',
  'paid || empty(price)',
  'size(notes) > 1 || title == "Подвал"',
  'title in ["Чердак", "Подвал"] && rooms >= 1',
  '(rooms > 2 ? price : price * 2) < 100',
];

/** Random records; `npm test` tries a part of them. */
const RECORDS = isEssentialRun ? 500 : 2_000;

test('what a form decides of what it sends is what the server decides of what it keeps', () => {
  const random = chance(26);
  const decided = { true: 0, false: 0, undefined: 0 };
  for (let at = 0; at < RECORDS; at += 1) {
    const sent: Record<string, unknown> = {};
    const kept: Record<string, unknown> = {};
    for (const [name, make] of Object.entries(SENT)) {
      const field: FieldInput = FIELDS[name as keyof typeof FIELDS];
      const wire = field.wire ?? name;
      const read = fieldRule(field).safeParse(make(random));
      expect([name, read.error?.issues ?? []]).toEqual([name, []]);
      sent[wire] = read.data;
    }
    Object.assign(kept, JSON.parse(JSON.stringify(sent)));
    for (const source of CONDITIONS) {
      const [form, server] = [value(source, sent), value(source, kept)];
      expect({ source, sent, form }).toEqual({ source, sent, form: server });
      decided[String(form) as keyof typeof decided] += 1;
    }
  }
  for (const count of Object.values(decided)) expect(count).toBeGreaterThan(RECORDS / 4);
});

describe('rules over several fields', () => {
  const checks = [
    { that: 'from <= until', message: 'Дата окончания раньше начала', field: 'until' },
    { that: 'days(from, until) < 90', message: 'Не дольше 90 дней', field: 'until' },
    { that: '!paid || !empty(price)', message: 'Укажите сумму', field: 'price' },
  ];
  const failed = (record: object) => findFailedChecks({ checks, fields: FIELDS }, record as never, MOMENT);

  test('a record that keeps them has nothing said of it, nor has one that leaves them undecided', () => {
    expect(failed(RECORD)).toEqual([]);
    expect(failed({ from: '2026-05-01' })).toEqual([]);
  });

  test('each field has the first sentence that holds of it, by its name in the form and on the wire', () => {
    expect(failed({ from: '2026-05-04', until_day: '2026-05-03', paid: true })).toEqual([
      { field: 'until', wire: 'until_day', message: 'Дата окончания раньше начала' },
      { field: 'price', wire: 'price', message: 'Укажите сумму' },
    ]);
    expect(failed({ from: '2026-05-04', until_day: '2027-05-03' })).toEqual([
      { field: 'until', wire: 'until_day', message: 'Не дольше 90 дней' },
    ]);
  });

  test('a move waits until its condition is true; an undecided one is not', () => {
    const move = { when: { that: 'until <= today', hint: 'Ещё рано' } };
    expect(findUnmetConditionHint({ fields: FIELDS }, move, RECORD, MOMENT)).toBe('Ещё рано');
    expect(findUnmetConditionHint({ fields: FIELDS }, move, {}, MOMENT)).toBe('Ещё рано');
    expect(findUnmetConditionHint({ fields: FIELDS }, move, RECORD, { ...MOMENT, today: '2026-05-03' })).toBeNull();
    expect(findUnmetConditionHint({ fields: FIELDS }, {}, RECORD, MOMENT)).toBeNull();
  });
});

describe('mistakes of expressions in a definition', () => {
  const definition = (change: object) => ({
    name: 'passes',
    section: 'passes',
    icon: 'key',
    words: {
      one: 'пропуск',
      few: 'пропуска',
      many: 'пропусков',
      accusative: 'пропуск',
      gender: 'm',
      plural: 'пропуска',
    },
    fields: {
      guest: { kind: 'text', label: 'Гость' },
      from: { kind: 'date', label: 'С' },
      until: { kind: 'date', label: 'По' },
      stage: {
        kind: 'state',
        label: 'Состояние',
        states: [
          { value: 'new', label: 'Новый' },
          { value: 'done', label: 'Готов', final: true },
        ],
        moves: [{ name: 'finish', label: 'Завершить', from: ['new'], to: 'done', ...change }],
      },
    },
    list: { layout: 'table', columns: ['guest'] },
    form: [{ fields: ['guest', 'from', 'until'] }],
    ...('checks' in change ? { checks: change.checks } : {}),
  });
  const problems = (input: object) => {
    const { checks, ...move } = input as { checks?: unknown };
    try {
      const whole = definition(move);
      readDefinition(checks ? { ...whole, checks } : whole, 'passes.json');
      return [];
    } catch (error) {
      return (error as { problems: { place: string; code: string }[] }).problems.map(({ place, code }) => [
        place,
        code,
      ]);
    }
  };
  const check = (that: string, field = 'until') => ({ checks: [{ that, message: 'Неверно', field }] });

  test.each([
    [check('from <= until'), []],
    [check('from <= untli'), [['checks.0.that', 'expressionName']]],
    [check('from <= guest'), [['checks.0.that', 'expressionTypes']]],
    [check('days(from, until)'), [['checks.0.that', 'expressionResult']]],
    [check('from <= until', 'till'), [['checks.0.field', 'noField']]],
    [check('from <'), [['checks.0.that', 'expressionSyntax']]],
    [{ when: { that: '!empty(guest)', hint: 'Кто?' } }, []],
    [{ when: { that: 'guest', hint: 'Кто?' } }, [['fields.stage.moves.0.when.that', 'expressionResult']]],
    [{ when: { that: 'stage == "new" && today > from', hint: 'Рано' } }, []],
  ])('%j: %j', (input, expected) => expect(problems(input)).toEqual(expected));
});

describe('conditions of fields in a definition', () => {
  const problems = (fields: object, list: object = {}) => {
    const words = { one: 'а', few: 'а', many: 'а', accusative: 'а', gender: 'f', plural: 'а' };
    const head = {
      name: 'keys',
      section: 'keys',
      icon: 'key',
      words,
      list: { layout: 'table', columns: ['title'], ...list },
    };
    try {
      readDefinition({ ...head, fields, form: [{ fields: Object.keys(fields) }] }, 'keys.json');
      return [];
    } catch (error) {
      const { problems: list } = error as { problems: { place: string; code: string }[] };
      return list.map(({ place, code }) => [place, code]);
    }
  };
  const title = { kind: 'text', label: 'Название' };
  test.each<[fields: object, expected: unknown]>([
    [{ title, paid: { kind: 'checkbox', label: 'П' }, price: { kind: 'money', label: 'Ц', when: 'paid' } }, []],
    [{ title: { ...title, when: 'size(title) > 2' } }, [['fields.title.when', 'expressionBelow']]],
    [
      { title: { ...title, when: 'paid' }, paid: { kind: 'checkbox', label: 'П' } },
      [['fields.title.when', 'expressionBelow']],
    ],
    [{ title: { ...title, when: 'today' } }, [['fields.title.when', 'expressionResult']]],
    [{ title: { ...title, required: 'today > me' } }, [['fields.title.required', 'expressionTypes']]],
    [{ title: { ...title, required: 'title == ""' } }, []],
    [{ title: { ...title, readonly: 'nobody' } }, [['fields.title.readonly', 'expressionName']]],
    [{ title: { ...title, initial: '"Подвал"' } }, []],
    [{ title: { ...title, initial: 'title' } }, [['fields.title.initial', 'expressionName']]],
    [{ title: { ...title, initial: 'today' } }, [['fields.title.initial', 'initialType']]],
    [{ title, day: { kind: 'date', label: 'Д', initial: 'addDays(today, 3)' } }, []],
    [{ title, house: { kind: 'building', label: 'Дом', initial: 'building' } }, []],
    [{ title, houses: { kind: 'buildings', label: 'Дома', initial: '[building]' } }, []],
    [{ title, count: { kind: 'number', label: 'Ч', initial: '1' } }, []],
    [{ title, face: { kind: 'avatar', label: 'Ф', initial: '1' } }, [['fields.face.initial', 'initialKind']]],
  ])('%j: %j', (fields, expected) => expect(problems(fields)).toEqual(expected));

  test('the colours of a list look at its fields', () => {
    const colours = (when: string) => ({ colours: [{ when, colour: 'danger', label: 'Просрочено' }] });
    expect(problems({ title }, colours('title == ""'))).toEqual([]);
    expect(problems({ title }, colours('titel == ""'))).toEqual([['list.colours.0.when', 'expressionName']]);
    expect(problems({ title }, colours('title'))).toEqual([['list.colours.0.when', 'expressionResult']]);
  });

  test.each<[field: FieldInput, wire: unknown]>([
    [{ kind: 'date', label: 'Д', initial: 'addDays(today, 3)' }, '2026-05-05'],
    [{ kind: 'month', label: 'М', initial: 'today' }, '052026'],
    [{ kind: 'money', label: 'Ц', initial: '10.5' }, 1050],
    [{ kind: 'number', label: 'Ч', initial: '2' }, 2],
    [{ kind: 'reference', label: 'К', to: 'employees', initial: 'me' }, 7],
    [{ kind: 'building', label: 'Дом', initial: 'building' }, 3],
    [{ kind: 'buildings', label: 'Дома', initial: '[building]' }, [3]],
  ])('%j begins with %j', (field, wire) => {
    expect(evaluateInitial(field, { ...MOMENT, building: 3 })).toEqual(wire);
  });

  test('a building that is not known leaves the field empty', () => {
    expect(evaluateInitial({ kind: 'building', label: 'Дом', initial: 'building' }, MOMENT)).toBeUndefined();
  });
});

test('every kind whose values are plain can be named', () => {
  expect([...variableTypes(FIELDS).keys()].sort()).toEqual(
    ['today', 'me', ...Object.keys(FIELDS).filter((name) => name !== 'face')].sort(),
  );
});
