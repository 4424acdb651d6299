import type { keysDefinition } from './definitions.ts';

export type Draft = ReturnType<typeof keysDefinition>;

/** Changes one field of the made-up definition. */
export const label = (options: object) => (draft: Draft) => Object.assign(draft.fields.label as object, options);
const place = (options: object) => (draft: Draft) => Object.assign(draft.fields.place as object, options);
const list = (options: object) => (draft: Draft) => Object.assign(draft.list as object, options);

/** The mistake, how it is made, and what the explanation must name: the place and the reason. */
export const MISTAKES: readonly [string, (draft: Draft) => unknown, RegExp, RegExp][] = [
  ['no name', (d) => delete d.name, /^name:/, /не указано.*текст/],
  ['a name with capitals', (d) => Object.assign(d, { name: 'Keys' }), /^name:/, /строчные латинские/],
  ['a Russian name', (d) => Object.assign(d, { name: 'ключи' }), /^name:/, /строчные латинские/],
  ['a name that climbs out', (d) => Object.assign(d, { name: '../keys' }), /^name:/, /строчные латинские/],
  ['a name too long', (d) => Object.assign(d, { name: 'k'.repeat(41) }), /^name:/, /строчные латинские/],
  ['no section', (d) => delete d.section, /^section:/, /не указано.*текст/],
  ['an unknown section', (d) => Object.assign(d, { section: 'camera' }), /^section:/, /одно из news.*не «camera»/],
  ['an unknown icon', (d) => Object.assign(d, { icon: 'skull' }), /^icon:/, /videocam/],
  ['no words', (d) => delete d.words, /^words:/, /набор ключей/],
  [
    'a word form left out',
    (d) => delete (d.words as Record<string, unknown>).many,
    /^words\.many:/,
    /не указано.*текст/,
  ],
  ['an empty word form', (d) => Object.assign(d.words as object, { one: '' }), /^words\.one:/, /не меньше 1/],
  [
    'an unknown gender',
    (d) => Object.assign(d.words as object, { gender: 'x' }),
    /^words\.gender:/,
    /одно из: f, m, n/,
  ],
  ['an unknown key', (d) => Object.assign(d, { colour: 'red' }), /всё описание/, /colour/],
  ['an unknown key of a field', label({ lenght: 5 }), /^fields\.label:/, /lenght/],
  [
    'a group among the tabs of an area',
    (d) => Object.assign(d, { area: 'settings', menu: { group: 'Хозяйство' } }),
    /^menu\.group:/,
    /только в левом меню/,
  ],
  [
    'a place in the menu that is none',
    (d) => Object.assign(d, { menu: { order: 'first' } }),
    /^menu\.order:/,
    /целое|число/,
  ],
  ['a misspelt place in the menu', (d) => Object.assign(d, { menu: { groups: 'Дом' } }), /^menu:/, /groups.*group/],
  ['no fields', (d) => delete (d as Record<string, unknown>).fields, /^fields:/, /набор ключей/],
  ['fields as a list', (d) => Object.assign(d, { fields: ['label'] }), /^fields:/, /набор ключей/],
  ['no kind', (d) => delete d.fields.label?.kind, /^fields\.label/, /kind.*один из: text/],
  ['an unknown kind', label({ kind: 'string' }), /^fields\.label/, /один из: text,.*указано: "string"/],
  ['a kind that is inherited', label({ kind: 'constructor' }), /^fields\.label/, /один из: text/],
  [
    'a field name with a dash',
    (d) => Object.assign(d.fields, { 'a-b': { kind: 'text' } }),
    /^fields/,
    /латинские буквы/,
  ],
  ['a bound that is text', label({ min: '3' }), /^fields\.label\.min:/, /ожидается число, указано "3"/],
  ['a negative bound', label({ min: -1 }), /^fields\.label\.min:/, /не меньше 0/],
  ['a bound with a fraction', label({ max: 1.5 }), /^fields\.label\.max:/, /целое число, указано 1\.5/],
  ['a pattern that is none', label({ pattern: '[а-', mismatch: 'так' }), /^fields\.label\.pattern:/, /не регулярное/],
  [
    'a pattern that looks ahead',
    label({ pattern: 'а(?=б)б', mismatch: 'так' }),
    /^fields\.label\.pattern:/,
    /«\(\?=б» здесь не поддерживается/,
  ],
  [
    'a pattern that looks back',
    label({ pattern: '(а)\\1', mismatch: 'так' }),
    /^fields\.label\.pattern:/,
    /«\\1» здесь не поддерживается/,
  ],
  [
    'a pattern too large',
    label({ pattern: '((((а{9}){9}){9}){9}){9}', mismatch: 'так' }),
    /^fields\.label\.pattern:/,
    /слишком сложное/,
  ],
  ['a pattern that says nothing', label({ pattern: 'а' }), /^fields\.label\.mismatch:/, /указывают вместе/],
  ['a message without its pattern', label({ mismatch: 'а' }), /^fields\.label\.pattern:/, /указывают вместе/],
  ['bounds the wrong way round', label({ min: 50, max: 40 }), /^fields\.label/, /min.*max/],
  ['`once` that is text', label({ once: 'yes' }), /^fields\.label\.once:/, /true или false/],
  ['`required` that names no field', label({ required: 'yes' }), /^fields\.label\.required:/, /«yes»/],
  ['`required` that is a number', label({ required: 5 }), /^fields\.label\.required:/, /true|текст/],
  ['choices left out', place({ options: undefined }), /^fields\.place\.options:/, /список/],
  ['no choice at all', place({ options: [] }), /^fields\.place\.options:/, /не меньше 1/],
  [
    'a choice without a value',
    place({ options: [{ label: 'Сейф' }] }),
    /^fields\.place\.options\.0\.value:/,
    /не указано.*текст/,
  ],
  ['the same choice twice', place({ options: [{ value: 'a' }, { value: 'a' }] }), /^fields\.place/, /дважды/],
  ['a choice made that is none', place({ initial: 'attic' }), /^fields\.place/, /attic/],
  ['an unknown look of a choice', place({ as: 'wheel' }), /^fields\.place\.as:/, /radio/],
  [
    'a unit without its building',
    (d) => Object.assign(d.fields, { flat: { kind: 'unit' } }),
    /^fields\.flat/,
    /не указано.*текст/,
  ],
  [
    'a unit of a field that is not there',
    (d) => Object.assign(d.fields, { flat: { kind: 'unit', building: 'house' } }),
    /^fields\.flat\.building:/,
    /поля «house» нет/,
  ],
  [
    'a unit of a field that is no building',
    (d) => Object.assign(d.fields, { flat: { kind: 'unit', building: 'label' } }),
    /^fields\.flat\.building:/,
    /«label» имеет вид text/,
  ],
  [
    'a checklist of nothing known',
    (d) => Object.assign(d.fields, { some: { kind: 'checklist', of: 'roofs', building: 'label' } }),
    /^fields\.some\.of:/,
    /porches/,
  ],
  [
    'a time bound that is no time',
    (d) => Object.assign(d.fields, { at: { kind: 'time', from: '8:00' } }),
    /^fields\.at\.from:/,
    /«8:00» – не время вида ЧЧ:ММ/,
  ],
  [
    'a time that ends before it begins',
    (d) => Object.assign(d.fields, { at: { kind: 'time', from: '20:00', to: '08:00' } }),
    /^fields\.at\.to:/,
    /20:00 позже, чем to 08:00/,
  ],
  [
    'a duration the wrong way round',
    (d) => Object.assign(d.fields, { long: { kind: 'duration', min: 60, max: 30 } }),
    /^fields\.long/,
    /min 60 больше, чем max 30/,
  ],
  ...['АКТ-{year}', 'АКТ-{number}-{number}', '{year}{year}{number}', 'АКТ-{month}-{number}', 'АКТ-{{number}}'].map(
    (template): (typeof MISTAKES)[number] => [
      `numbers like «${template}»`,
      (d) => Object.assign(d.fields, { no: { kind: 'auto-number', template } }),
      /^fields\.no\.template:/,
      /ровно одно \{number\}/,
    ],
  ),
  [
    'a number that is given once',
    (d) => Object.assign(d.fields, { no: { kind: 'auto-number', template: '{number}', once: true } }),
    /^fields\.no\.once:/,
    /номер присваивает система/,
  ],
  [
    'numbers at another server',
    (d) => {
      Object.assign(d, { api: { dialect: 'simple-rest', path: '/api/keys', paging: 'page' } });
      Object.assign(d.fields, { no: { kind: 'auto-number', template: '{number}' } });
    },
    /^fields\.no:/,
    /auto-number бывает только у раздела без api/,
  ],
  [
    'a number of a firm that is none',
    (d) => Object.assign(d.fields, { firm: { kind: 'company-number', of: 'kpp' } }),
    /^fields\.firm\.of:/,
    /inn, ogrn, bik/,
  ],
  [
    'a date bound that is no day',
    (d) => Object.assign(d.fields, { on: { kind: 'date', from: 'soon' } }),
    /^fields\.on/,
    /«soon» – не день/,
  ],
  [
    'a mask without digits',
    (d) => Object.assign(d.fields, { no: { kind: 'number', digits: 0 } }),
    /^fields\.no\.digits:/,
    /не меньше 1/,
  ],
  ['no list', (d) => delete d.list, /^list:/, /набор ключей/],
  ['an unknown layout', list({ layout: 'grid' }), /^list\.layout:/, /table/],
  ['a board without states', list({ layout: 'board' }), /^list\.layout:/, /поле вида state/],
  ['an order by hand of a table', list({ order: 'manual' }), /^list\.order:/, /у вида board/],
  ['a board by a field without states', list({ layout: 'board', board: 'label' }), /^list\.board:/, /state/],
  ['a calendar without dates', list({ layout: 'calendar' }), /^list\.layout:/, /calendar\.from, вид date, moment/],
  [
    'a calendar by a field that is not there',
    list({ layout: 'calendar', calendar: { from: 'day' } }),
    /^list\.calendar\.from:/,
    /поля «day» нет/,
  ],
  [
    'a calendar by a field without a date',
    list({ layout: 'calendar', calendar: { from: 'label' } }),
    /^list\.calendar\.from:/,
    /«label» имеет вид text, а нужен date, moment/,
  ],
  [
    'a calendar by a field of many values',
    (d) => {
      Object.assign(d.fields, { days: { kind: 'lines' } });
      list({ layout: 'calendar', calendar: { from: 'days' } })(d);
    },
    /^list\.calendar\.from:/,
    /«days» имеет вид lines/,
  ],
  [
    'a calendar by a list of fields',
    list({ layout: 'calendar', calendar: { from: ['day'] } }),
    /^list\.calendar\.from:/,
    /\["day"\]/,
  ],
  [
    'a calendar from a day to a moment',
    (d) => {
      Object.assign(d.fields, { day: { kind: 'date' }, end: { kind: 'moment' } });
      list({ layout: 'calendar', calendar: { from: 'day', to: 'end' } })(d);
    },
    /^list\.calendar\.to:/,
    /«end» имеет вид moment, а начало «day» – date/,
  ],
  [
    'a calendar from a field to itself',
    (d) => {
      Object.assign(d.fields, { day: { kind: 'date' } });
      list({ layout: 'calendar', calendar: { from: 'day', to: 'day' } })(d);
    },
    /^list\.calendar\.to:/,
    /дважды/,
  ],
  [
    'the dates of a calendar in a table',
    (d) => {
      Object.assign(d.fields, { day: { kind: 'date' } });
      list({ calendar: { from: 'day' } })(d);
    },
    /^list\.calendar:/,
    /только у вида calendar/,
  ],
  [
    'a view that a calendar does not have',
    list({ layout: 'calendar', calendar: { from: 'label', view: 'year' } }),
    /^list\.calendar\.view:/,
    /month, week, agenda/,
  ],
  ['groups by a text', list({ group: 'label' }), /^list\.group:/, /choice|state/],
  [
    'a total of a text',
    list({ totals: [{ field: 'label', figures: ['sum'] }] }),
    /^list\.totals\.0\.field:/,
    /money|number/,
  ],
  [
    'a total of digits',
    (d) => {
      Object.assign(d.fields, { meter9: { kind: 'number', label: 'Счётчик', digits: 6 } });
      Object.assign(d.list as object, { totals: [{ field: 'meter9', figures: ['sum'] }] });
    },
    /^list\.totals\.0\.field:/,
    /цифры/,
  ],
  ['a column that is no field', list({ columns: ['label', 'colour'] }), /^list\.columns\.1:/, /поля «colour» нет/],
  ['an unknown slot', list({ layout: 'cards', card: 'key-card' }), /^list\.card:/, /camera-card/],
  ['a slot in a table', list({ card: 'camera-card' }), /^list\.card:/, /cards|feed/],
  ['an unknown menu item', list({ menu: ['archive'] }), /^list\.menu\.0:/, /hold-delete/],
  ['a search in a field that is not there', list({ search: ['text'] }), /^list\.search\.0:/, /поля «text» нет/],
  [
    'a sort by a field that is not there',
    list({ sort: { field: 'date', order: 'ASC' } }),
    /^list\.sort/,
    /поля «date» нет/,
  ],
  ['a sort order in small letters', list({ sort: { field: 'label', order: 'asc' } }), /^list\.sort\.order:/, /ASC/],
  ['a page size of none', list({ pageSizes: [0] }), /^list\.pageSizes\.0:/, /не меньше 1/],
  ['a form section without fields', (d) => Object.assign(d, { form: [{ fields: [] }] }), /^form/, /не меньше 1/],
  [
    'a form field that is not there',
    (d) => Object.assign(d, { form: [{ fields: ['colour'] }] }),
    /^form\.0\.fields\.0:/,
    /поля «colour» нет/,
  ],
  [
    'a field in the form twice',
    (d) => Object.assign(d, { form: [{ fields: ['label'] }, { fields: ['label'] }] }),
    /^form\.1\.fields\.0:/,
    /«label».*дважды/,
  ],
  ['a menu with editing but no form', (d) => delete d.form, /^list\.menu\.0:/, /routes\.edit и form/],
  [
    'a card of fields that are not there',
    (d) => Object.assign(d, { card: { title: 'x', fields: [] } }),
    /^card\.title:/,
    /поля «x» нет/,
  ],
  ['a building that is no field', (d) => Object.assign(d, { building: 'house' }), /^building:/, /поля «house» нет/],
  [
    'a building of another kind',
    (d) => Object.assign(d, { building: 'label' }),
    /^building:/,
    /«label» имеет вид text/,
  ],
  [
    'a route without its slash',
    (d) => Object.assign(d, { routes: { list: 'keys' } }),
    /^routes\.list:/,
    /начинается с одной \//,
  ],
  [
    'a route to another host of the network',
    (d) => Object.assign(d, { routes: { list: '//host' } }),
    /^routes\.list:/,
    /путь начинается с одной/,
  ],
  [
    'calls to another host of the network',
    (d) => Object.assign(d, { api: { dialect: 'simple-rest', path: '//host/keys', paging: 'none' } }),
    /^api\.path:/,
    /путь начинается с одной/,
  ],
  ['a route to another site', (d) => Object.assign(d, { routes: { list: '//evil.ru' } }), /^routes\.list:/, /путь/],
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
    'paging by next in the dialect that has none',
    (d) => Object.assign(d, { api: { dialect: 'simple-rest', path: '/api/x/', paging: 'next' } }),
    /^api\.paging:/,
    /next.*simple-rest – page или none/,
  ],
  [
    'paging by cursor in the dialect that has none',
    (d) => Object.assign(d, { api: { dialect: 'simple-rest', path: '/api/x/', paging: 'cursor' } }),
    /^api\.paging:/,
    /cursor.*simple-rest – page или none/,
  ],
  [
    'an id among the fields',
    (d) => Object.assign(d.fields, { id: { kind: 'text' } }),
    /^fields\.id:/,
    /само хранилище/,
  ],
  [
    'a filter by a kind that cannot be filtered',
    (d) => Object.assign(d.fields, { files: { kind: 'files', filter: true } }),
    /^fields\.files:/,
    /ни отбирать/,
  ],
  ['a wire name that answers need', label({ wire: 'request_id' }), /^fields\.label\.wire:/, /«request_id».*занято/],
  [
    'two fields of one wire name',
    (d) => Object.assign(d.fields, { other: { kind: 'text', wire: 'label' } }),
    /^fields\.other/,
    /«label»/,
  ],
  [
    'an unknown key of a choice',
    place({ options: [{ value: 'a', lable: 'А' }] }),
    /^fields\.place\.options\.0:/,
    /lable/,
  ],
  [
    'a date that ends before it begins',
    (d) => Object.assign(d.fields, { on: { kind: 'date', from: '2026-03-02', to: '2026-03-01' } }),
    /^fields\.on\.to:/,
    /2026-03-02 позже/,
  ],
  [
    'a condition on a field that is not there',
    (d) => Object.assign(d, { form: [{ fields: ['label', 'place'], when: { field: 'x', is: 'y', hint: 'z' } }] }),
    /^form\.0\.when\.field:/,
    /поля «x» нет/,
  ],
  ['the same column twice', list({ columns: ['label', 'place', 'label'] }), /^list\.columns\.2:/, /дважды/],
  [
    'a filter by a list that depends on the form',
    (d) => Object.assign(d.fields, { who: { kind: 'one-of', from: '/api/x/', by: { a: 'place' }, filter: true } }),
    /^fields\.who\.filter:/,
    /отбирать по нему нельзя/,
  ],
  ...['', 'id', 'q', 'buildings_id', 'before', 'empty', 'is_all_buildings', 'record_version'].map(
    (wire): (typeof MISTAKES)[number] => [
      `the reserved wire name «${wire}»`,
      label({ wire }),
      /^fields\.label\.wire:/,
      /занято самим хранилищем/,
    ],
  ),
  ...(['moment', 'building', 'buildings', 'files'] as const).map((kind): (typeof MISTAKES)[number] => [
    `a sort by ${kind}`,
    (d) => {
      Object.assign(d.fields, { by: { kind } });
      list({ sort: { field: 'by', order: 'ASC' } })(d);
    },
    /^list\.sort\.field:/,
    new RegExp(`вида ${kind} не сортируют`),
  ]),
  [
    'a search in ids',
    (d) => {
      Object.assign(d.fields, { house: { kind: 'building' } });
      list({ search: ['label', 'house'] })(d);
    },
    /^list\.search\.1:/,
    /вида building не ищут/,
  ],
  ['suspending in the generic storage', list({ menu: ['suspend'] }), /^list\.menu\.0:/, /только у раздела с api/],
  [
    'a rule about a key that is not there',
    (d) => Object.assign(d, { record: { notOwn: 'owner' } }),
    /^record\.notOwn:/,
    /поля «owner» нет/,
  ],
  [
    'a rule about a key of another kind',
    (d) => Object.assign(d, { record: { wholeBuilding: 'label' } }),
    /^record\.wholeBuilding:/,
    /вид text, а нужен building/,
  ],
  [
    'a rule about one’s own that points at others',
    (d) => {
      Object.assign(d.fields, { camera: { kind: 'reference', to: 'cameras' } });
      Object.assign(d, { record: { notOwn: 'camera' } });
    },
    /^record\.notOwn:/,
    /employees/,
  ],
  [
    'a deletion that clears what has to be given',
    (d) =>
      Object.assign(d.fields, {
        lock: { kind: 'reference', to: 'keys', label: 'Ч', required: true, onDelete: 'clear' },
      }),
    /^fields\.lock\.onDelete:/,
    /нельзя очистить.*forbid либо cascade/,
  ],
  [
    'a rule for deletions that the product makes',
    (d) => Object.assign(d.fields, { camera: { kind: 'reference', to: 'cameras', label: 'К', onDelete: 'forbid' } }),
    /^fields\.camera\.onDelete:/,
    /ссылок на добавленные разделы/,
  ],
  [
    'a tree of another section',
    (d) => Object.assign(d.fields, { camera: { kind: 'reference', to: 'cameras', label: 'К', tree: true } }),
    /^fields\.camera\.tree:/,
    /своего раздела «keys».*«cameras»/,
  ],
  [
    'a point on a plan of a section of the product',
    (d) =>
      Object.assign(d.fields, {
        camera: { kind: 'reference', to: 'cameras', label: 'К' },
        spot: { kind: 'point', plan: 'camera', label: 'Т' },
      }),
    /^fields\.spot\.plan:/,
    /«camera» указывает на «cameras».*добавленного раздела с полем вида files/,
  ],
];
