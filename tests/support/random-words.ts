import { CALENDAR_VIEWS } from '#resources/language/calendar.ts';
import { COLOURS } from '#resources/language/colours.ts';
import { ADDITIONS } from '#resources/language/features.ts';
import { FIGURES } from '#resources/language/totals.ts';
import type { Places, RandomSection } from './random-definitions.ts';

/**
 * Words of the language that chance alone would hardly use: each adds one of them to a made-up section. With those that
 * `random-definitions.ts` uses by itself they are all that there are (`language-words.ts` asks the schema).
 */

type Definition = RandomSection['definition'];
type Value = (world: Places, n: number) => unknown;
/** Adds something to a definition. @returns values of fields that it added, by wire name */
export type Ornament = (definition: Definition) => Readonly<Record<string, Value>>;
interface Part {
  fields: string[];
  [key: string]: unknown;
}

/** The sections of its form. */
function partsOf({ form }: Definition): Part[] {
  if (Array.isArray(form)) return form as Part[];
  const { steps, tabs } = form as { steps?: Part[]; tabs?: Part[] };
  return steps ?? tabs ?? [];
}

const inForm = (definition: Definition, name: string) => partsOf(definition)[0]?.fields.push(name);

/** A definition with further keys. */
const keys =
  (more: (definition: Definition) => object): Ornament =>
  (definition) => {
    Object.assign(definition, more(definition));
    return {};
  };
const inList = (more: object): Ornament => keys(({ list }) => ({ list: { ...list, ...more } }));
const inWords = (more: object): Ornament => keys(({ words }) => ({ words: { ...(words as object), ...more } }));
const inCard = (more: object): Ornament =>
  keys(({ card, fields }) => {
    const [title, ...others] = Object.keys(fields);
    return { card: { ...(card ?? { title, fields: others, edit: true }), ...more } };
  });

let added = 0;
/** A further field of the form. */
const field =
  (
    options: Readonly<Record<string, unknown>>,
    value: Value | null = null,
    beside: Readonly<Record<string, object>> = {},
  ) =>
  (definition: Definition): Readonly<Record<string, Value>> => {
    added += 1;
    const name = `more${added}`;
    const needed = Object.entries(beside).filter(([other]) => !(other in definition.fields));
    for (const [other, one] of needed) {
      definition.fields[other] = { ...one };
      inForm(definition, other);
    }
    definition.fields[name] = { label: `Ещё ${added}`, ...options };
    inForm(definition, name);
    const places: Record<string, Value> = 'house9' in beside ? { house9: BUILDING, flat9: FLAT } : {};
    return { ...places, ...(value ? { [name]: value } : {}) };
  };

const BUILDING: Value = ({ building }) => building;
const FLAT: Value = ({ unit }) => unit;
const PLACE = {
  house9: { kind: 'building', label: 'Дом 9' },
  flat9: { kind: 'unit', label: 'Квартира 9', building: 'house9' },
};

/** A section of the form with one field, of which something is said. */
const part =
  (more: object, value: Value | null): Ornament =>
  (definition) => {
    definition.fields.apart = { kind: 'text', label: 'Отдельно' };
    definition.fields.state = { kind: 'choice', label: 'Состояние', options: [{ value: 'on', label: 'Есть' }] };
    inForm(definition, 'state');
    partsOf(definition).push({ name: 'apart', title: 'Отдельно', fields: ['apart'], ...more });
    return { state: () => 'on', ...(value ? { apart: value } : {}) };
  };

/** A rule about single records that looks at a field. */
const rule =
  (name: string, one: Readonly<Record<string, unknown>>, value: Value): Ornament =>
  (definition) => {
    definition.fields.ruled = { label: 'По правилу', ...one };
    inForm(definition, 'ruled');
    definition.record = { [name]: 'ruled' };
    return { ruled: value };
  };

/** A reference to the own section. */
const inward =
  (more: object): Ornament =>
  (definition) =>
    field({ kind: 'reference', to: String(definition.name), ...more }, () => null)(definition);

const options = [
  { value: 'a', label: 'А', icon: 'key', mark: 'brass', same: ['а', 'A'] },
  { value: 'b', label: 'Б' },
];
const choices = ['select', 'radio', 'chips', 'segments'].map((as) =>
  field({ kind: 'choice', options, as, initial: 'b' }, () => 'a'),
);
const state = {
  kind: 'state',
  initial: 'b',
  states: [
    { value: 'a', label: 'А', final: true, colour: 'info' },
    { value: 'b', label: 'Б' },
  ],
  moves: [
    {
      name: 'only',
      label: 'В А',
      from: ['b'],
      to: 'a',
      who: { level: 'write', author: true, person: ['person9'] },
      asks: [{ field: 'said9', required: false }],
      confirm: 'Точно?',
      said: 'В А',
    },
  ],
};
const besideState = {
  person9: { kind: 'reference', label: 'Кто 9', to: 'employees' },
  said9: { kind: 'text', label: 'Что 9' },
};
const meters = ['water_cold', 'water_hot', 'elec_day', 'elec_night', 'gas', 'heating'].map((meter) =>
  field({ kind: 'meter', meter }, () => '000042'),
);
const companies = { kind: 'one-of', from: '/api/crm/scenarios/companies/' };
const note = { key: 'is_free', yes: 'свободна', no: 'занята' };

export const ORNAMENTS: readonly Ornament[] = [
  field(
    {
      kind: 'text',
      when: 'me > 0 && today > timestamp("2026-01-01T00:00:00Z")',
      required: 'me > 0',
      readonly: 'me < 0',
      initial: '"Заметка"',
    },
    () => 'Заметка',
  ),
  // Not of a kind that names a record: everyone sees its name.
  field({ kind: 'long-text', see: 'write', change: 'write' }, () => 'текст'),
  field({ kind: 'long-text', see: 'administrator', change: 'administrator' }),
  field({ kind: 'text', computed: '"Всегда " + text(1)', help: 'Вычисляется' }),
  field({ kind: 'money', computed: '1 / 3', when: '1 < 2', filter: true }),
  (definition) => {
    Object.assign(definition.fields, {
      paid9: { kind: 'money', label: 'Оплачено' },
      spent9: { kind: 'duration', label: 'Потрачено' },
      area9: { kind: 'number', label: 'Площадь', decimals: 2 },
    });
    const totals = ['paid9', 'spent9', 'area9'].map((field) => ({ field, figures: [...FIGURES] }));
    Object.assign(definition, { list: { ...definition.list, totals } });
    return {};
  },
  (definition) => {
    Object.assign(definition.fields, { sorts: { kind: 'choice', label: 'Сорт', options } });
    Object.assign(definition, { list: { ...definition.list, layout: 'table', group: 'sorts' } });
    return {};
  },
  inList({ colours: COLOURS.map((colour, at) => ({ when: `me > ${at}`, colour, label: `Больше ${at}` })) }),
  keys(({ fields }) => ({
    checks: [{ that: 'me > 0 || today < today', message: 'Никогда', field: Object.keys(fields)[0] }],
  })),
  field({
    kind: 'state',
    states: [
      { value: 's0', label: 'Начато' },
      { value: 's1', label: 'Закончено', final: true },
    ],
    moves: [{ name: 'close', label: 'Закончить', from: ['s0'], to: 's1', when: { that: 'me > 0', hint: 'Рано' } }],
  }),
  (definition) => {
    Object.assign(definition.fields, {
      columns: {
        kind: 'state',
        label: 'Колонки',
        states: [
          { value: 'left', label: 'Слева' },
          { value: 'right', label: 'Справа', final: true },
        ],
        moves: [{ name: 'carry', label: 'Перенести', from: ['left'], to: 'right' }],
      },
    });
    Object.assign(definition, { list: { ...definition.list, layout: 'board', board: 'columns', order: 'manual' } });
    return {};
  },
  ...CALENDAR_VIEWS.map(
    (view, at): Ornament =>
      (definition) => {
        const kind = at % 2 ? 'moment' : 'date';
        Object.assign(definition.fields, { begins: { kind, label: 'Начало' }, ends: { kind, label: 'Конец' } });
        inForm(definition, 'begins');
        inForm(definition, 'ends');
        const calendar = { from: 'begins', to: 'ends', view };
        Object.assign(definition, { list: { ...definition.list, layout: 'calendar', calendar } });
        const time = kind === 'moment' ? 'T09:00:00.000Z' : '';
        return { begins: () => `2036-03-05${time}`, ends: () => `2036-03-07${time}` };
      },
  ),
  keys(() => ({ comments: true })),
  (definition) => {
    Object.assign(definition.fields, {
      until9: { kind: 'date', label: 'До' },
      since9: { kind: 'moment', label: 'С' },
    });
    const notify = [
      { on: 'date', field: 'until9', days: -3, at: '08:00', when: 'until9 > today', to: { author: true } },
      { on: 'date', field: 'since9', minutes: -30, to: { author: true } },
    ];
    Object.assign(definition, { notify });
    return {};
  },
  keys(() => ({
    comments: true,
    notify: [
      { on: 'create', when: 'me > 0', to: { level: 'read' } },
      { on: 'comment', to: { level: 'write', author: true, followers: true, webhook: 'ledger' } },
    ],
  })),
  (definition) => {
    Object.assign(definition.fields, { keeper: { kind: 'reference', label: 'Хранитель', to: 'employees' } });
    Object.assign(definition, { notify: [{ on: 'change', fields: ['keeper'], to: { people: ['keeper'] } }] });
    return {};
  },
  (definition) => {
    Object.assign(definition.fields, {
      phase: {
        kind: 'state',
        label: 'Этап',
        states: [
          { value: 'first', label: 'Первый' },
          { value: 'last', label: 'Последний', final: true },
        ],
        moves: [{ name: 'finish', label: 'Завершить', from: ['first'], to: 'last' }],
      },
    });
    Object.assign(definition, { notify: [{ on: 'move', moves: ['finish'], to: { author: true } }] });
    return {};
  },
  inWords({ gender: 'f' }),
  inWords({ gender: 'n' }),
  inWords({ title: 'Связка ключей' }),
  keys(() => ({ menu: false })),
  keys(() => ({ menu: { group: 'Хозяйство', order: -5 } })),
  keys(() => ({ area: 'settings' })),
  keys(({ name }) => ({
    routes: { list: `/at-${name}`, create: `/at-${name}/new`, edit: `/at-${name}/change` },
    after: { create: `/at-${name}/change?id={id}`, edit: `/at-${name}` },
  })),
  keys(({ name }) => ({
    ways: [
      { path: `/${name}/create`, label: 'По одному' },
      { path: '/residents/import', label: 'Из файла' },
    ],
  })),
  inList({ view: 'own-view' }),
  inList({ body: 'own-body', frame: 'own-frame', above: 'own-above', pageSizes: [10, 25] }),
  inList({ layout: 'feed', card: 'own-card' }),
  inCard({ head: 'own-head', body: 'own-body', foot: 'own-foot' }),
  keys((definition) => ({ form: { head: 'own-head', steps: partsOf(definition) } })),
  part({ hint: 'Необязательно', columns: 2 }, () => 'текст'),
  part({ feature: 'services' }, null),
  part({ later: 'Когда запись будет' }, null),
  part({ when: { field: 'state', is: 'on', hint: 'Сначала состояние' } }, () => 'текст'),
  part({ when: { field: 'state', key: 'type', is: 'on', hint: 'Сначала состояние' } }, null),
  rule('reachedBuilding', { kind: 'building' }, BUILDING),
  rule('wholeBuilding', { kind: 'building' }, BUILDING),
  rule('notOwn', { kind: 'reference', to: 'employees' }, () => null),
  rule('allPlaces', { kind: 'checkbox' }, () => true),
  rule('deleteWhole', { kind: 'checkbox' }, () => true),
  field({ kind: 'text', message: 'Напишите хоть что-нибудь', help: 'Любой текст', required: true }, () => 'текст'),
  field({ kind: 'text', local: true }),
  field({ kind: 'text', sparse: true }),
  field({ kind: 'text', input: 'own-input', cell: 'own-cell', was: 'formerly' }, () => 'текст'),
  field({ kind: 'choice', options, filter: 'header' }, () => 'a'),
  field({ kind: 'text', min: 2, max: 9, tooShort: 'коротко', tooLong: 'длинно' }, () => 'текст'),
  field({ kind: 'long-text', min: 2, max: 90, tooShort: 'коротко', tooLong: 'длинно' }, () => 'текст'),
  field(
    { kind: 'text', case: 'upper', spaces: 'none', letters: 'cyrillic', pattern: '[А-Я]\\d{3}', mismatch: 'так: А123' },
    (_, n) => `А12${n % 10}`,
  ),
  field({ kind: 'text', case: 'lower', spaces: 'one', letters: 'latin' }, (_, n) => `ax ${n}`),
  ...ADDITIONS.map((addition) => field({ kind: 'text', addition }, () => 'текст')),
  field({ kind: 'lines', max: 40, items: 3 }, () => ['один', 'два']),
  field({ kind: 'checkbox', initial: true }, () => false),
  field({ kind: 'time', from: '08:00', to: '20:00' }, () => '09:30'),
  field({ kind: 'company-number', of: 'ogrn' }, () => '1027700132195'),
  field({ kind: 'company-number', of: 'bik' }, () => '044525225'),
  field({ kind: 'date', to: '2040-01-01' }, () => '2036-03-05'),
  field({ kind: 'files', only: 'images', lists: ['pictures'] }, () => []),
  field({ kind: 'files', only: 'any' }, () => []),
  field({ kind: 'signature', filter: true }, (_, n) => ({ drawing: `M${n % 500} 20l4 -6`, name: null })),
  field({ kind: 'avatar' }, () => null),
  field({ kind: 'point', plan: 'scheme9' }, () => null, { scheme9: { kind: 'files', label: 'План 9' } }),
  field({ kind: 'reference', to: 'residents', related: { label: 'Что за ним числится', create: true } }, () => null),
  inward({ onDelete: 'forbid' }),
  inward({ onDelete: 'clear' }),
  inward({ onDelete: 'cascade', tree: true }),
  field({ kind: 'references', to: 'employees', filter: true }, () => []),
  ...['forbid', 'clear'].map(
    (onDelete): Ornament =>
      (definition) =>
        field({ kind: 'references', to: String(definition.name), onDelete }, () => [])(definition),
  ),
  field({ kind: 'buildings', related: {} }, ({ building }) => [building]),
  field(
    {
      ...companies,
      text: 'label',
      id: 'id',
      more: 'last_name',
      line: 'about',
      picture: 'avatar',
      icon: 'icon',
      as: 'search',
      placeholder: 'Кто',
      note,
    },
    () => 1,
  ),
  field({ ...companies, as: 'select', by: { building: 'house9' } }, () => 1, PLACE),
  field({ kind: 'some-of', from: '/api/crm/services/', text: 'name', icon: 'icon' }, () => [1]),
  field({ kind: 'checklist', of: 'pipes', building: 'house9' }, () => [], PLACE),
  field({ kind: 'checklist', of: 'floors', building: 'house9', porches: 'doors9' }, () => [], {
    ...PLACE,
    doors9: { kind: 'checklist', label: 'Подъезды 9', of: 'porches', building: 'house9' },
  }),
  field(
    {
      kind: 'rows',
      max: 20,
      columns: {
        what: { kind: 'text', label: 'Что', required: true, message: 'Скажите, что' },
        since: { kind: 'date', label: 'С', initial: 'today' },
        price: { kind: 'money', label: 'Цена' },
        twice: { kind: 'money', label: 'Вдвое', computed: 'price * 2' },
      },
      totals: ['twice'],
    },
    (_, n) => [{ what: `Строка ${n}`, price: n }, { what: 'Ещё одна' }],
  ),
  field(state, () => 'b', besideState),
  ...choices,
  ...meters,
  (definition) => {
    definition.fields.tag9 = { kind: 'text', label: 'Метка' };
    inForm(definition, 'tag9');
    Object.assign(definition, { import: { key: ['tag9'] } });
    return { tag9: (_, n) => `Метка ${n}` };
  },
];
