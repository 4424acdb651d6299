import { readdirSync, readFileSync } from 'node:fs';
import { PALETTE } from '#console/sections/definitions/builder/fields/kind-icons.tsx';
import { addFieldOfKind, kindLabel, withKind } from '#console/sections/definitions/builder/fields/kind-starts.ts';
import { commonOptions, kindOptions, kindSchema } from '#console/sections/definitions/builder/fields/option-schema.ts';
import { guessColumn, guessTable } from '#console/sections/definitions/builder/file/guess-columns.ts';
import { builderReducer, makeBuilderState } from '#console/sections/definitions/builder/state/builder-state.ts';
import { checkDefinition } from '#console/sections/definitions/builder/state/check-definition.ts';
import {
  type DefinitionObject,
  getRawFields,
  parseDefinition,
  withValue,
  writeDefinition,
} from '#console/sections/definitions/builder/state/definition-text.ts';
import { removeField, renameColumn, renameField } from '#console/sections/definitions/builder/state/field-changes.ts';
import {
  fieldsOutsideForm,
  moveField,
  readFormSections,
  withoutSection,
} from '#console/sections/definitions/builder/state/form-parts.ts';
import {
  makeBlankDefinition,
  makeDefinitionFrom,
  withSectionName,
  withWordForm,
  wordsForNewTitle,
} from '#console/sections/definitions/builder/state/new-definition.ts';
import { renameSection, withActiveName } from '#console/sections/definitions/builder/state/section-name.ts';
import { renameComparedValue, savedPath } from '#console/sections/definitions/builder/state/value-names.ts';
import { guessWords } from '#console/sections/definitions/builder/state/word-forms.ts';
import { optionLabel } from '#i18n/definition-option-texts.ts';
import { text } from '#i18n/text.ts';
import type { FieldInput } from '#resources/language/define-resource.ts';
import { KIND_NAMES } from '#resources/language/kinds/registry.ts';
import { fieldRule, getKind } from '#resources/language/payload.ts';

const EXAMPLES = 'docs/examples';
const isFree = () => false;
const problemsOf = (definition: DefinitionObject) => checkDefinition(definition, []).problems;
const example = (name: string): DefinitionObject =>
  parseDefinition(readFileSync(`${EXAMPLES}/${name}.json`, 'utf8')) ?? {};

describe('the text of a definition', () => {
  const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));

  test.each(files)('%s says the same after it is written anew, in the same order', (file) => {
    const definition = parseDefinition(readFileSync(`${EXAMPLES}/${file}`, 'utf8')) ?? {};
    const text = writeDefinition(definition);
    expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(definition));
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(400);
  });

  test('every step is taken back and made again, typing on at one place is one step', () => {
    const change = (label: string, step?: string) => ({
      type: 'change' as const,
      change: (definition: DefinitionObject) => withValue(definition, ['fields', 'guest', 'label'], label),
      ...(step ? { step } : {}),
    });
    const first = makeBuilderState(writeDefinition({ fields: { guest: { kind: 'text', label: 'А' } } }));
    let state = first;
    for (const label of ['Г', 'Го', 'Гость']) state = builderReducer(state, change(label, 'label'));
    expect(state.undoTexts).toHaveLength(1);
    state = builderReducer(builderReducer(state, { type: 'end-step' }), change('Гости', 'label'));
    state = builderReducer(state, { type: 'type', text: '{ "name": "keys" }' });
    const last = state.text;
    expect(state.undoTexts).toHaveLength(3);
    for (let step = 0; step < 3; step += 1) state = builderReducer(state, { type: 'undo' });
    expect(state.text).toBe(first.text);
    expect(builderReducer(state, { type: 'undo' })).toBe(state);
    for (let step = 0; step < 3; step += 1) state = builderReducer(state, { type: 'redo' });
    expect([state.text, state.definition]).toEqual([last, { name: 'keys' }]);
  });

  test('while the text is no JSON the form changes nothing, and the last definition stays', () => {
    const opened = makeBuilderState('{ "name": "keys" }');
    const broken = builderReducer(opened, { type: 'type', text: '{ "name": ' });
    expect(broken).toMatchObject({ isJson: false, definition: { name: 'keys' } });
    expect(builderReducer(broken, { type: 'change', change: () => ({ name: 'other' }) })).toBe(broken);
  });
});

describe('a new section', () => {
  test('is a sound definition from a title alone', () => {
    const passes = makeBlankDefinition('Пропуска', isFree);
    expect(problemsOf(passes)).toEqual([]);
    expect(passes).toMatchObject({ name: 'propuska', words: { one: 'пропуск', many: 'пропусков', gender: 'm' } });
    expect(makeBlankDefinition('Пропуска', (name) => name === 'propuska').name).toBe('propuska-2');
    expect(problemsOf(makeBlankDefinition('Акты КС-2', isFree))).toEqual([]);
  });

  test.each(PALETTE)('takes a field of kind %s from the palette', (kind) => {
    const { definition } = addFieldOfKind(makeBlankDefinition('Пропуска', isFree), kind);
    expect(problemsOf(definition)).toEqual([]);
  });

  test('the palette has every kind, each with a name, and every option of a field is called something', () => {
    expect([...PALETTE].sort()).toEqual([...KIND_NAMES].sort());
    expect(PALETTE.filter((kind) => kindLabel(kind).startsWith('sectionBuilder'))).toEqual([]);
    const unnamed = PALETTE.flatMap((kind) => kindOptions(kind).map((key) => [kind, key, optionLabel(key, kind)]));
    expect(unnamed.filter(([, , label]) => label === null)).toEqual([]);
    expect(commonOptions().filter((key) => key !== 'kind' && optionLabel(key, '') === null)).toEqual([]);
    expect(Object.keys(kindSchema('choice').properties ?? {})).toContain('options');
  });

  test('a field becomes another kind with what both have', () => {
    const passes = makeBlankDefinition('Пропуска', isFree);
    const before = { kind: 'text', label: 'Гость', required: true, min: 3, case: 'upper' };
    expect(withKind(before, 'number', passes)).toEqual({ kind: 'number', label: 'Гость', required: true, min: 3 });
  });
});

describe('the words of a section', () => {
  test('follow its title, but for those that were mended', () => {
    const passes = makeBlankDefinition('Акты', isFree);
    expect(wordsForNewTitle(passes, 'Акты', 'Акты ')).toMatchObject({ one: 'акт', plural: 'акты' });
    const mended = withValue(passes, ['words', 'one'], 'акт сверки');
    expect(wordsForNewTitle(mended, 'Акты', 'Ключи')).toMatchObject({
      one: 'акт сверки',
      many: 'ключей',
      plural: 'ключи',
    });
  });

  test('keep the title in the menu when the plural is mended, and drop it when both are the same again', () => {
    const parking = makeBlankDefinition('Парковка', isFree);
    const places = withWordForm(parking, 'plural', 'места');
    expect(places).toMatchObject({ plural: 'места', title: 'Парковка' });
    expect(withWordForm({ ...parking, words: places }, 'plural', 'парковка')).toEqual(parking.words);
    expect(wordsForNewTitle({ ...parking, words: places }, 'Парковка', 'Стоянка')).toMatchObject({
      plural: 'места',
      title: 'Стоянка',
    });
  });
});

describe('fields', () => {
  test('are renamed wherever the definition names them, in expressions too', () => {
    const next = renameField(example('guest-passes'), 'from', 'since', 'from');
    expect(problemsOf(next)).toEqual([]);
    expect(JSON.stringify(next)).not.toMatch(/"from"[,\]]/);
    expect(next).toMatchObject({ checks: [{ that: 'since <= until' }, { that: 'days(since, until) <= 90' }] });
    expect(getRawFields(next).since).toMatchObject({ was: 'from' });
    expect(Object.keys(getRawFields(next)).indexOf('since')).toBe(4);
  });

  test('leave texts in expressions, items of loops and values to choose as they are when they are renamed', () => {
    const computed = 'guest + " guest ( guest ) " + (houses.exists(guest, guest > 1) ? \'guest\' : guest)';
    const stage = { kind: 'state', initial: 'guest', states: [{ value: 'guest', label: 'Гость' }], moves: [] };
    const rows = {
      kind: 'rows',
      columns: { guest: { kind: 'text' }, twice: { kind: 'text', computed: 'guest + "guest"' } },
    };
    const fields = { ...getRawFields(example('guest-passes')), line: { kind: 'text', computed }, stage, rows };
    const checks = [{ that: 'size(rows) > 0 && rows.exists(one, one.guest == "rows.guest")', message: 'guest' }];
    const passes = { ...example('guest-passes'), fields, checks };
    const next = renameField(passes, 'guest', 'visitor');
    expect(getRawFields(next).line).toMatchObject({
      computed: 'visitor + " guest ( guest ) " + (houses.exists(guest, guest > 1) ? \'guest\' : visitor)',
    });
    expect(getRawFields(next).stage).toEqual(stage);
    expect(getRawFields(next).rows).toEqual(rows);
    expect(next.checks).toEqual(checks);
    const column = renameColumn(passes, 'rows', 'guest', 'visitor');
    expect(getRawFields(column).rows).toMatchObject({ columns: { twice: { computed: 'visitor + "guest"' } } });
    expect(getRawFields(column).line).toMatchObject({ computed });
    const [check] = checks;
    expect(column.checks).toEqual([{ ...check, that: check?.that.replace('one.guest', 'one.visitor') }]);
    // A text that is no expression yet has no names.
    const half = { ...passes, checks: [{ that: 'guest == ', message: 'да' }] };
    expect(renameField(half, 'guest', 'visitor').checks).toEqual(half.checks);
  });

  test('leave the cells of rows alone when they are renamed', () => {
    const act = withValue(example('contractor-acts'), ['fields', 'price'], { kind: 'money', label: 'Цена' });
    const next = renameField(act, 'price', 'worth');
    expect(getRawFields(next).works).toEqual(getRawFields(act).works);
    const { works: _, ...others } = getRawFields(renameField(act, 'works', 'lines'));
    expect(others.sum).toMatchObject({ computed: 'sum(lines.cost)' });
  });

  test('have columns that are renamed with the expressions and totals that name them', () => {
    const next = renameColumn(example('contractor-acts'), 'works', 'cost', 'worth');
    const again = renameColumn(next, 'works', 'price', 'perUnit');
    expect(problemsOf(again)).toEqual([]);
    expect(getRawFields(again)).toMatchObject({
      works: { columns: { worth: { computed: 'count * perUnit' } }, totals: ['worth'] },
      sum: { computed: 'sum(works.worth)' },
    });
    expect(Object.keys((getRawFields(again).works as { columns: object }).columns).at(-1)).toBe('worth');
    // A field that is called like the column is another one.
    const other = withValue(next, ['fields', 'twice'], { kind: 'money', label: 'Вдвое', computed: 'price * 2' });
    expect(getRawFields(renameColumn(other, 'works', 'price', 'perUnit')).twice).toMatchObject({
      computed: 'price * 2',
    });
  });

  test.each([
    ['works.exists(w, w.cost > 1)', 'works.exists(w, w.price > 1)'],
    ['works.filter(w, w.cost > 0).size()', 'works.filter(w, w.price > 0).size()'],
    ['works.filter(w, w.cost > 0).all(v, v.cost < 9)', 'works.filter(w, w.price > 0).all(v, v.price < 9)'],
    ['works[0].cost + works[size(works) - 1].cost', 'works[0].price + works[size(works) - 1].price'],
    ['(paid ? works : works)[0].cost + sum(works.cost)', '(paid ? works : works)[0].price + sum(works.price)'],
    ['works.exists(w, (paid ? w : works[0]).cost > 1)', 'works.exists(w, (paid ? w : works[0]).price > 1)'],
    // The item has the name of the field; so has one of another list, whose column is another one.
    ['works.exists(works, works.cost > 1)', 'works.exists(works, works.price > 1)'],
    ['others.exists(works, works.cost > 1) && cost > 1', 'others.exists(works, works.cost > 1) && cost > 1'],
    ['others.exists(w, w.cost > works[0].cost)', 'others.exists(w, w.cost > works[0].price)'],
    ['others[0].cost + sum(others.cost)', 'others[0].cost + sum(others.cost)'],
    ['title == "works[0].cost" && works[0].cost > 1', 'title == "works[0].cost" && works[0].price > 1'],
  ])('of a table have a column renamed in %s', (that, renamed) => {
    const works = { kind: 'rows', columns: { cost: { kind: 'money' } } };
    const others = { kind: 'rows', columns: { cost: { kind: 'money' } } };
    const next = renameColumn({ fields: { works, others }, checks: [{ that }] }, 'works', 'cost', 'price');
    expect(next.checks).toEqual([{ that: renamed }]);
  });

  test('that are renamed as the item of a loop is called leave the item their former name', () => {
    const checks = [
      'houses.exists(visitor, visitor > guest)',
      'houses.exists(visitor, visitor > 1) || guest > 2',
      'houses.filter(visitor, visitor > guest).all(house, house != guest)',
    ].map((that) => ({ that }));
    const next = renameField({ fields: { guest: { kind: 'number' } }, checks }, 'guest', 'visitor');
    expect(next.checks).toEqual([
      { that: 'houses.exists(guest, guest > visitor)' },
      { that: 'houses.exists(visitor, visitor > 1) || visitor > 2' },
      { that: 'houses.filter(guest, guest > visitor).all(house, house != visitor)' },
    ]);
  });

  test('are removed with what names them; the card has another title', () => {
    const next = removeField(example('guest-passes'), 'guest');
    expect(JSON.stringify(next)).not.toContain('"guest"');
    expect(next).toMatchObject({ card: { title: 'phone' } });
    expect(problemsOf(next)).toEqual([]);
  });

  test('are renamed in the key of an import; a key that lacks one would be another, and goes', () => {
    const keyed = { ...example('parking-places'), import: { key: ['house', 'number'] } };
    expect(renameField(keyed, 'number', 'place').import).toEqual({ key: ['house', 'place'] });
    expect(removeField(keyed, 'number')).not.toHaveProperty('import');
    expect(removeField(keyed, 'flat').import).toEqual(keyed.import);
  });

  test('are moved within the form, to another part and out of it', () => {
    const passes = example('guest-passes');
    expect(readFormSections(moveField(passes, 'car', { section: 0, index: 0 }))[0]?.fields).toEqual([
      'car',
      'guest',
      'phone',
    ]);
    const moved = moveField(passes, 'car', { section: 1, index: 1 });
    expect(readFormSections(moved).map(({ fields }) => fields.length)).toEqual([2, 6]);
    expect(fieldsOutsideForm(moveField(passes, 'car', { section: null, index: 0 }))).toEqual(['car']);
    expect(readFormSections(withoutSection(passes, 1)).map(({ fields }) => fields.length)).toEqual([8]);
  });
});

test.each([
  ['Пропуска', ['пропуск', 'пропуска', 'пропусков', 'пропуск', 'm']],
  ['Гостевые пропуска', ['гостевой пропуск', 'гостевых пропуска', 'гостевых пропусков', 'гостевой пропуск', 'm']],
  ['Заявки', ['заявка', 'заявки', 'заявок', 'заявку', 'f']],
  ['Камеры', ['камера', 'камеры', 'камер', 'камеру', 'f']],
  ['Акты подрядчиков', ['акт подрядчиков', 'акта подрядчиков', 'актов подрядчиков', 'акт подрядчиков', 'm']],
  ['Парковочные места', ['парковочное место', 'парковочных места', 'парковочных мест', 'парковочное место', 'n']],
  ['Подрядчики', ['подрядчик', 'подрядчика', 'подрядчиков', 'подрядчика', 'm']],
  ['Нарушения', ['нарушение', 'нарушения', 'нарушений', 'нарушение', 'n']],
  ['Ключи', ['ключ', 'ключа', 'ключей', 'ключ', 'm']],
])('the forms of «%s» are guessed', (title, forms) => {
  const { one, few, many, accusative, gender } = guessWords(title);
  expect([one, few, many, accusative, gender]).toEqual(forms);
});

describe('the columns of a table', () => {
  test.each([
    ['Когда', ['01.02.2026', '15.02.2026', '01.02.26', '2026-02-03'], 'date'],
    ['Вход', ['01.02.2026 10:30', '2026-02-03 09:00', '01.02.2026,14:05', '1.2.2026 9:05:30'], 'moment'],
    ['Во сколько', ['9:05', '23:59'], 'time'],
    ['Почта', ['dom@example.ru'], 'email'],
    ['Сайт', ['https://example.ru/a'], 'link'],
    ['Есть', ['+', '-', '✓', 'x', 'Х', '–'], 'checkbox'],
    ['Телефон', ['+7 900 000-00-01', '8 (900) 000-00-02'], 'phone'],
    ['Сумма', ['1 200,50', '300'], 'money'],
    ['Цена', ['100 ₽', '250 руб.'], 'money'],
    ['Площадь', ['45,5', '60'], 'number'],
    ['Оплачен', ['да', 'нет', ''], 'checkbox'],
    ['Статус', ['Новый', 'Закрыт', 'Новый', 'Новый', 'Закрыт', 'Новый'], 'choice'],
    ['Гость', ['Анна', 'Павел', 'Мария'], 'text'],
    ['Заметка', ['а'.repeat(200)], 'long-text'],
    ['Пусто', ['', ''], 'text'],
    ['Код', ['007', '012'], 'text'],
  ])('«%s» is guessed, and what it holds can be imported', (heading, cells, kind) => {
    const guess = guessColumn(heading, cells);
    expect(guess.kind).toBe(kind);
    const field = { ...guess.options, kind: guess.kind } as FieldInput;
    const words = { translate: text, fromCompanyTime: (written: string) => written };
    const refused = cells.filter((cell) => {
      const value: unknown = getKind(field).csv?.read(cell, field, words);
      return cell !== '' && !fieldRule(field).safeParse(value).success;
    });
    expect(refused).toEqual([]);
  });

  test('become the fields of a sound section, the first of them its title', async () => {
    const csv = 'Гость;Телефон;Когда;Статус\nАнна;+79000000001;01.02.2026;Новый\nПавел;89000000002;02.02.2026;Новый\n';
    const table = await guessTable(
      Object.assign(new File([csv], 'passes.csv'), { arrayBuffer: async () => new TextEncoder().encode(csv).buffer }),
    );
    expect(table).toMatchObject({
      rows: 2,
      columns: [{ label: 'Гость', kind: 'text' }, { kind: 'phone' }, { kind: 'date' }, {}],
    });
    const passes = makeDefinitionFrom('Пропуска', table?.columns ?? [], isFree);
    expect(problemsOf(passes)).toEqual([]);
    expect(passes).toMatchObject({
      card: { title: 'gost' },
      list: { columns: ['gost', 'telefon', 'kogda', 'status'] },
    });
  });
});

describe('values of a choice or a state under another name', () => {
  const definition: DefinitionObject = {
    fields: {
      stage: { kind: 'state', label: 'Состояние' },
      works: { kind: 'rows', columns: { stage: { kind: 'choice' }, cost: { kind: 'money', when: "stage == 'done'" } } },
    },
    checks: [{ that: "stage != 'done' || !empty(paid)", message: "'done'", field: 'paid' }],
    list: { colours: [{ when: 'stage in ["new", "done"]' }, { when: "kind == 'done' && 'done' == stage" }] },
    form: [
      { fields: ['stage'], when: { field: 'stage', is: 'done' } },
      { fields: [], when: { field: 'kind', is: 'done' } },
    ],
  };

  test('are compared under it in every expression and condition of their field, and of no other', () => {
    const next = renameComparedValue(definition, ['fields', 'stage'], 'done', 'ready');
    expect(next).toMatchObject({
      checks: [{ that: "stage != 'ready' || !empty(paid)", message: "'done'" }],
      list: { colours: [{ when: 'stage in ["new", "ready"]' }, { when: "kind == 'done' && 'ready' == stage" }] },
      form: [{ when: { field: 'stage', is: 'ready' } }, { when: { field: 'kind', is: 'done' } }],
    });
  });

  test('of a column are compared so within its rows alone', () => {
    const next = renameComparedValue(definition, ['fields', 'works', 'columns', 'stage'], 'done', 'ready');
    expect(next).toMatchObject({ fields: { works: { columns: { cost: { when: "stage == 'ready'" } } } } });
    expect(next.checks).toEqual(definition.checks);
  });
});

test('what is in force of a field that was renamed stands under its former name', () => {
  const saved = { fields: { old: { kind: 'state', states: [{ value: 'new' }] } } };
  const changed = { fields: { fresh: { kind: 'state', was: 'old' } } };
  expect(savedPath(changed, saved, ['fields', 'fresh', 'states'])).toEqual(['fields', 'old', 'states']);
  expect(savedPath(saved, saved, ['fields', 'old', 'states'])).toEqual(['fields', 'old', 'states']);
  expect(savedPath(changed, null, ['fields', 'fresh', 'states'])).toEqual(['fields', 'old', 'states']);
});

test('an example under another name goes on referring to itself', () => {
  const called = withSectionName(example('storage-places'), 'shelves');
  expect(called).toMatchObject({ name: 'shelves', section: 'shelves' });
  const targets = Object.values(getRawFields(called)).map(({ to }) => to);
  expect(targets).toContain('shelves');
  expect(targets).not.toContain('storage-places');
});

describe('another name for a section', () => {
  const keys: DefinitionObject = {
    name: 'keys',
    section: 'keys',
    fields: { chief: { kind: 'reference', to: 'keys' }, box: { kind: 'reference', to: 'boxes' } },
  };
  const known = { savedDefinition: keys, activeName: 'keys' };

  test('says the former one, right behind it, and takes rights and own references along', () => {
    const next = renameSection(keys, 'locks', known);
    expect(Object.entries(next)).toEqual([
      ['name', 'locks'],
      ['was', 'keys'],
      ['section', 'locks'],
      ['fields', { chief: { kind: 'reference', to: 'locks' }, box: { kind: 'reference', to: 'boxes' } }],
    ]);
    // The name in force is what records stand under, however often the name is changed before it is applied.
    expect(renameSection(next, 'bolts', known)).toMatchObject({ name: 'bolts', was: 'keys' });
    expect(renameSection(next, 'keys', known)).toEqual(keys);
    expect(renameSection({ ...keys, section: 'cameras' }, 'locks', known)).toMatchObject({ section: 'cameras' });
  });

  test('of a section that is in force nowhere is nothing more than a name', () => {
    const fresh = { savedDefinition: null, activeName: null };
    expect(renameSection(keys, 'locks', fresh)).not.toHaveProperty('was');
  });

  test('given back says so; what was said before stays under the same name', () => {
    const locks = { ...keys, name: 'locks', was: 'keys' };
    const saved = { savedDefinition: locks, activeName: 'locks' };
    expect(withActiveName(keys, saved)).toMatchObject({ name: 'keys', was: 'locks' });
    expect(withActiveName({ ...locks, was: undefined }, saved)).toMatchObject({ name: 'locks', was: 'keys' });
  });

  test('is refused where the former one is taken, and followed by references of others', () => {
    const definition = makeBlankDefinition('Ключи', isFree);
    const section = (change: DefinitionObject, others: readonly DefinitionObject[] = []) =>
      checkDefinition(
        { ...definition, ...change },
        others.flatMap((one) => checkDefinition({ ...definition, ...one }, []).resource ?? []),
      ).problems.map(({ place, code }) => [place, code]);
    const [locks, keys] = [
      { name: 'locks', section: 'locks', was: 'keys' },
      { name: 'keys', section: 'keys' },
    ];
    expect(section(locks)).toEqual([]);
    expect(section(locks, [keys])).toEqual([['was', 'formerStands']]);
    expect(section({ ...locks, was: 'cameras' })).toEqual([['was', 'formerBuiltIn']]);
    expect(section({ ...locks, was: 'locks' })).toEqual([['was', 'formerOwn']]);
    expect(section({ ...locks, was: 'Ключи' })).toEqual([['was', 'name']]);
    expect(section(locks, [{ name: 'bolts', section: 'bolts', was: 'keys' }])).toEqual([['was', 'formerTwice']]);
    const fields = { ...getRawFields(definition), key: { kind: 'reference', label: 'Ключ', to: 'keys' } };
    expect(section({ name: 'boxes', section: 'boxes', fields }, [locks])).toEqual([]);
    expect(section({ name: 'boxes', section: 'boxes', fields })).toEqual([['fields.key.to', 'noSection']]);
  });
});
