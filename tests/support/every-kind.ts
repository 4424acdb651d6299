import { KIND_GUIDE } from '#resources/language/kind-guide.ts';
import { KIND_NAMES, type KindName } from '#resources/language/kinds/registry.ts';
import { getKind } from '#resources/language/payload.ts';

/** Targets of a field of each kind. */
export interface EveryPlace {
  building: number;
  porch: number;
  unit: number;
  employee: number;
}

/** A value of each kind, another one for another `n`; a kind that is missing here fails the test. */
const VALUES: Readonly<Record<string, (place: EveryPlace, n: number) => unknown>> = {
  text: (_, n) => `Текст ${n}`,
  'long-text': (_, n) => `Первая строка ${n}\nвторая`,
  lines: (_, n) => [`Пункт ${n}`, 'Ещё один'],
  choice: (_, n) => (n % 2 ? 'new' : 'used'),
  state: () => 'open',
  phone: (_, n) => `+7916000000${n % 10}`,
  link: (_, n) => `https://example.ru/${n}`,
  checkbox: (_, n) => n % 2 === 1,
  number: (_, n) => n + 0.5,
  money: (_, n) => 100_00 + n,
  date: (_, n) => `2036-03-0${n % 10}`,
  month: () => '032026',
  time: (_, n) => `1${n % 10}:30`,
  duration: (_, n) => 60 + n,
  email: (_, n) => `dom-${n}@example.ru`,
  'company-number': (_, n) => (n % 2 ? '7707083893' : '7736050003'),
  'auto-number': () => undefined,
  files: () => [],
  building: ({ building }) => building,
  buildings: ({ building }) => [building],
  unit: ({ unit }) => unit,
  reference: ({ employee }) => employee,
  references: ({ employee }) => [employee],
  checklist: ({ porch }) => [porch],
  avatar: () => null,
  level: () => 'read',
  'one-of': () => 1,
  'some-of': () => [1],
  meter: (_, n) => `00004${n % 10}`,
  moment: (_, n) => `2036-03-05T1${n % 10}:00:00.000Z`,
  signature: (_, n) => ({ drawing: `M${100 + n} 40l20 30 5 -8`, name: `Котова А. И. ${n}` }),
  point: () => null,
  rows: (_, n) => [{ work: `Работа ${n}`, count: n, price: 100_00 }],
};

/** Name of the field of a kind. */
const nameOf = (kind: string): string => kind.replace(/-./g, (dash) => dash.slice(1).toUpperCase());

/** A section with a field of every kind that the backend in the box keeps. */
export function everyKind(): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    house: { kind: 'building', label: 'Дом' },
    flat: { kind: 'unit', label: 'Квартира', building: 'house' },
  };
  for (const kind of KIND_NAMES) {
    const { example, beside = {} } = KIND_GUIDE[kind];
    for (const [name, field] of Object.entries(beside)) fields[name] ??= field;
    fields[nameOf(kind)] = {
      ...example,
      label: `Вид ${kind}`,
      required: kind === 'text',
    };
  }
  return {
    name: 'every-kind',
    section: 'every-kind',
    icon: 'inventory',
    words: { one: 'проба', few: 'пробы', many: 'проб', accusative: 'пробу', gender: 'f', plural: 'пробы' },
    fields,
    list: {
      layout: 'table',
      columns: Object.keys(fields).filter((name) => !['house', 'flat'].includes(name)),
      menu: ['edit', 'hold-delete'],
      search: ['text'],
    },
    form: [{ fields: Object.keys(fields) }],
  };
}

/** A record of it. @throws for a kind that has no value here */
export function everyValue(place: EveryPlace, n: number): Record<string, unknown> {
  const values = KIND_NAMES.map((kind) => {
    const value = VALUES[kind];
    if (!value) throw new Error(`The kind ${kind} has no value in this test`);
    return [nameOf(kind), value(place, n)];
  });
  // Values that the server gives are sent by nobody.
  return {
    house: place.building,
    flat: place.unit,
    ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
  };
}

/** The field of each kind that can be filtered by, and a value that finds the record. */
export function everyFilter(place: EveryPlace, n: number): [string, unknown][] {
  const fields = everyKind().fields as Record<string, { kind: KindName; filter?: boolean }>;
  const record = everyValue(place, n);
  return Object.entries(fields).flatMap(([name, { kind, filter }]) =>
    filter ? [[name, getKind({ kind }).column === 'presence' ? record[name] !== null : [record[name]].flat()[0]]] : [],
  );
}
