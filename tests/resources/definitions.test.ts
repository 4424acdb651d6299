import { cameras } from '#resources/cameras.ts';
import { RESOURCES } from '#resources/index.ts';
import { checkTogether, DefinitionError, readDefinition } from '#resources/language/read-definition.ts';
import { SLOTS } from '#resources/language/slots.ts';
import { keysDefinition } from '#tests/support/definitions.ts';

type Draft = ReturnType<typeof keysDefinition>;

/** The problems that reading a changed copy of the made-up definition reports. */
function problemsOf(change: (draft: Draft) => unknown): readonly string[] {
  const draft = structuredClone(keysDefinition());
  change(draft);
  try {
    readDefinition(draft, 'resources/extra/keys.json');
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    expect(error.message).toContain('resources/extra/keys.json');
    return error.problems;
  }
  return [];
}

/** Changes one field of the made-up definition. */
const label = (options: object) => (draft: Draft) => Object.assign(draft.fields.label as object, options);
const place = (options: object) => (draft: Draft) => Object.assign(draft.fields.place as object, options);
const list = (options: object) => (draft: Draft) => Object.assign(draft.list as object, options);

/** What is wrong, how it is done, and what the explanation must name: the place and the reason. */
const MISTAKES: readonly [string, (draft: Draft) => unknown, RegExp, RegExp][] = [
  ['no name', (d) => delete d.name, /^name:/, /string/],
  ['a name with capitals', (d) => Object.assign(d, { name: 'Keys' }), /^name:/, /small latin/],
  ['a Russian name', (d) => Object.assign(d, { name: 'ключи' }), /^name:/, /small latin/],
  ['a name that climbs out', (d) => Object.assign(d, { name: '../keys' }), /^name:/, /small latin/],
  ['a name too long', (d) => Object.assign(d, { name: 'k'.repeat(41) }), /^name:/, /small latin/],
  ['no section', (d) => delete d.section, /^section:/, /string/],
  ['an unknown section', (d) => Object.assign(d, { section: 'camera' }), /^section:/, /one of news.*not «camera»/],
  ['an unknown icon', (d) => Object.assign(d, { icon: 'skull' }), /^icon:/, /videocam/],
  ['no words', (d) => delete d.words, /^words:/, /object/],
  ['a word form left out', (d) => delete (d.words as Record<string, unknown>).many, /^words\.many:/, /string/],
  ['an empty word form', (d) => Object.assign(d.words as object, { one: '' }), /^words\.one:/, /small|1/],
  ['an unknown gender', (d) => Object.assign(d.words as object, { gender: 'x' }), /^words\.gender:/, /"f"/],
  ['an unknown key', (d) => Object.assign(d, { colour: 'red' }), /whole/, /colour/],
  ['an unknown key of a field', label({ lenght: 5 }), /^fields\.label:/, /lenght/],
  ['no fields', (d) => delete (d as Record<string, unknown>).fields, /^fields:/, /record|object/],
  ['fields as a list', (d) => Object.assign(d, { fields: ['label'] }), /^fields:/, /record|object/],
  ['no kind', (d) => delete d.fields.label?.kind, /^fields\.label/, /kind: one of/],
  ['an unknown kind', label({ kind: 'string' }), /^fields\.label/, /one of text,.*not "string"/],
  ['a kind that is inherited', label({ kind: 'constructor' }), /^fields\.label/, /one of text/],
  ['a field name with a dash', (d) => Object.assign(d.fields, { 'a-b': { kind: 'text' } }), /^fields/, /latin letters/],
  ['a bound that is text', label({ min: '3' }), /^fields\.label\.min:/, /number/],
  ['a negative bound', label({ min: -1 }), /^fields\.label\.min:/, /0/],
  ['a bound with a fraction', label({ max: 1.5 }), /^fields\.label\.max:/, /int/],
  ['bounds the wrong way round', label({ min: 50, max: 40 }), /^fields\.label/, /min.*max/],
  ['`required` that is text', label({ required: 'yes' }), /^fields\.label\.required:/, /boolean/],
  ['choices left out', place({ options: undefined }), /^fields\.place\.options:/, /array/],
  ['no choice at all', place({ options: [] }), /^fields\.place\.options:/, /1/],
  ['a choice without a value', place({ options: [{ label: 'Сейф' }] }), /^fields\.place\.options\.0\.value:/, /string/],
  ['the same choice twice', place({ options: [{ value: 'a' }, { value: 'a' }] }), /^fields\.place/, /twice/],
  ['a choice made that is none', place({ initial: 'attic' }), /^fields\.place/, /attic/],
  ['an unknown look of a choice', place({ as: 'wheel' }), /^fields\.place\.as:/, /radio/],
  [
    'a unit without its building',
    (d) => Object.assign(d.fields, { flat: { kind: 'unit' } }),
    /^fields\.flat/,
    /string/,
  ],
  [
    'a unit of a field that is not there',
    (d) => Object.assign(d.fields, { flat: { kind: 'unit', building: 'house' } }),
    /^fields\.flat\.building:/,
    /no field «house»/,
  ],
  [
    'a unit of a field that is no building',
    (d) => Object.assign(d.fields, { flat: { kind: 'unit', building: 'label' } }),
    /^fields\.flat\.building:/,
    /«label» is of kind text/,
  ],
  [
    'a checklist of nothing known',
    (d) => Object.assign(d.fields, { some: { kind: 'checklist', of: 'roofs', building: 'label' } }),
    /^fields\.some\.of:/,
    /porches/,
  ],
  [
    'a date bound that is no day',
    (d) => Object.assign(d.fields, { on: { kind: 'date', from: 'soon' } }),
    /^fields\.on/,
    /soon|day/,
  ],
  [
    'a mask without digits',
    (d) => Object.assign(d.fields, { no: { kind: 'number', digits: 0 } }),
    /^fields\.no\.digits:/,
    /1/,
  ],
  ['no list', (d) => delete d.list, /^list:/, /object/],
  ['an unknown layout', list({ layout: 'grid' }), /^list\.layout:/, /table/],
  ['a column that is no field', list({ columns: ['label', 'colour'] }), /^list\.columns:/, /no field «colour»/],
  ['an unknown slot', list({ layout: 'cards', card: 'key-card' }), /^list\.card:/, /camera-card/],
  ['a slot in a table', list({ card: 'camera-card' }), /^list\.card:/, /cards|feed/],
  ['an unknown menu item', list({ menu: ['archive'] }), /^list\.menu\.0:/, /hold-delete/],
  ['a search in a field that is not there', list({ search: ['text'] }), /^list\.search:/, /no field «text»/],
  [
    'a sort by a field that is not there',
    list({ sort: { field: 'date', order: 'ASC' } }),
    /^list\.sort/,
    /no field «date»/,
  ],
  ['a sort order in small letters', list({ sort: { field: 'label', order: 'asc' } }), /^list\.sort\.order:/, /ASC/],
  ['a page size of none', list({ pageSizes: [0] }), /^list\.pageSizes\.0:/, /1/],
  ['a form section without fields', (d) => Object.assign(d, { form: [{ fields: [] }] }), /^form/, /1|small/],
  [
    'a form field that is not there',
    (d) => Object.assign(d, { form: [{ fields: ['colour'] }] }),
    /^form:/,
    /no field «colour»/,
  ],
  [
    'a field in the form twice',
    (d) => Object.assign(d, { form: [{ fields: ['label'] }, { fields: ['label'] }] }),
    /^form:/,
    /«label».*twice/,
  ],
  ['a menu with editing but no form', (d) => delete d.form, /^list\.menu:/, /routes\.edit and form/],
  [
    'a card of fields that are not there',
    (d) => Object.assign(d, { card: { title: 'x', fields: [] } }),
    /^card:/,
    /no field «x»/,
  ],
  ['a building that is no field', (d) => Object.assign(d, { building: 'house' }), /^building:/, /no field «house»/],
  [
    'a building of another kind',
    (d) => Object.assign(d, { building: 'label' }),
    /^building:/,
    /«label» is of kind text/,
  ],
  [
    'a route without its slash',
    (d) => Object.assign(d, { routes: { list: 'keys' } }),
    /^routes\.list:/,
    /begins with \//,
  ],
  ['a route to another site', (d) => Object.assign(d, { routes: { list: '//evil.ru' } }), /^routes\.list:/, /path/],
  [
    'an unknown dialect',
    (d) => Object.assign(d, { api: { dialect: 'graphql', path: '/api/', paging: 'none' } }),
    /^api\.dialect:/,
    /crm/,
  ],
  [
    'cursor paging without a cursor',
    (d) => Object.assign(d, { api: { dialect: 'crm', path: '/api/crm/keys/', paging: 'cursor' } }),
    /^api\.cursor:/,
    /cursor/,
  ],
  [
    'an id among the fields',
    (d) => Object.assign(d.fields, { id: { kind: 'text' } }),
    /^fields\.id:/,
    /given by the storage/,
  ],
  [
    'a filter by a kind that cannot be filtered',
    (d) => Object.assign(d.fields, { files: { kind: 'files', filter: true } }),
    /^fields\.files:/,
    /neither filtered nor unique/,
  ],
  [
    'two fields of one wire name',
    (d) => Object.assign(d.fields, { other: { kind: 'text', wire: 'label' } }),
    /^fields\.other/,
    /«label»/,
  ],
];

describe('definitions', () => {
  test('every built-in definition loads, and no two of them collide', () => {
    expect(RESOURCES.map(({ name }) => name)).toContain('cameras');
    expect(() =>
      checkTogether(RESOURCES.map((resource) => ({ source: `resources/${resource.name}.ts`, resource }))),
    ).not.toThrow();
  });

  test('a definition is plain data: it is the same after a trip through JSON', () => {
    expect(JSON.parse(JSON.stringify(cameras))).toEqual(cameras);
    expect(() => readDefinition(JSON.parse(JSON.stringify(cameras)), 'cameras.json')).not.toThrow();
  });

  test('CAM-01, CAM-06, CAM-07: cameras keep the routes, paths and fields of the specification', () => {
    const resource = readDefinition(cameras, 'resources/cameras.ts');
    expect(resource.routes).toEqual({ list: '/cameras', create: '/create-camera-form', edit: '/edit-camera-form' });
    expect(resource.api).toMatchObject({ path: '/api/crm/cameras/', scope: 'buildings_id', update: 'PUT' });
    expect(Object.keys(resource.fields)).toEqual(['name', 'link', 'buildings']);
  });

  test('a definition without an API is stored by the backend in the box, under its own name', () => {
    const resource = readDefinition(keysDefinition(), 'keys.json');
    expect(resource).toMatchObject({
      generic: true,
      menu: true,
      routes: { list: '/keys', create: '/keys/create', edit: '/keys/edit' },
      api: { dialect: 'simple-rest', path: '/api/records/keys', paging: 'page' },
    });
    expect(resource.api.scope).toBeUndefined();
  });

  test('a definition tied to buildings asks for those that are checked', () => {
    const draft = keysDefinition();
    draft.fields.house = { kind: 'building', label: 'Дом', required: true };
    const resource = readDefinition({ ...draft, building: 'house' }, 'keys.json');
    expect(resource.api.scope).toBe('buildings_id');
  });

  test('the definition the mistakes are made in has none', () => {
    expect(problemsOf(() => undefined)).toEqual([]);
  });

  test.each(MISTAKES)('a definition with %s is refused with the place and the reason', (_what, change, where, why) => {
    const problems = problemsOf(change);
    expect(problems.find((problem) => where.test(problem) && why.test(problem)) ?? problems).toEqual(
      expect.any(String),
    );
  });

  test.each([null, undefined, 42, 'keys', [], true])(
    '%p is no definition, and says so instead of breaking',
    (input) => {
      expect(() => readDefinition(input, 'empty.json')).toThrow(DefinitionError);
      expect(() => readDefinition(input, 'empty.json')).toThrow(/empty\.json/);
    },
  );

  test('all mistakes are told at once, not one a start', () => {
    const problems = problemsOf((draft) => {
      Object.assign(draft, { icon: 'skull', name: 'Keys' });
      label({ kind: 'string' })(draft);
    });
    expect(problems.length).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ['a name', { name: 'cameras', routes: { list: '/x' } }],
    ['a route', { routes: { list: '/cameras' } }],
  ])('a definition may not take %s that another one has', (_what, change) => {
    const resource = readDefinition(
      { ...keysDefinition(), section: 'cameras', ...change, form: undefined, list: { layout: 'table' } },
      'keys.json',
    );
    const taken = readDefinition(cameras, 'resources/cameras.ts');
    expect(() =>
      checkTogether([
        { source: 'resources/cameras.ts', resource: taken },
        { source: 'keys.json', resource },
      ]),
    ).toThrow(/keys\.json[\s\S]*taken by resources\/cameras\.ts/);
  });

  test.each(['/auth', '/avatar', '/profile', '/api/crm/cameras/', '/confirmation'])(
    'a definition may not sit on %s, which the console itself answers',
    (route) => {
      expect(problemsOf((draft) => Object.assign(draft, { routes: { list: route } })).join()).toMatch(/routes\.list/);
    },
  );

  test('no slot is named twice', () => {
    expect(new Set(SLOTS).size).toBe(SLOTS.length);
  });
});
