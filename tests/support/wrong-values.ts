import type { FieldInput, Resource } from '#resources/language/define-resource.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { sentFields } from '#resources/language/payload.ts';
import { wireName } from '#resources/language/wire-keys.ts';

/** The options that bound values. */
interface Bounds {
  min?: number;
  max?: number;
  items?: number;
  decimals?: number;
  digits?: number;
  pattern?: string;
  from?: string;
  to?: string;
}

const NO_ID = 2_000_000_000;
const text = ({ min = 0, max, pattern }: Bounds): unknown[] => [
  7,
  ...(min > 1 ? ['я'] : []),
  ...(max === undefined ? [] : ['я'.repeat(max + 1)]),
  ...(pattern === undefined ? [] : ['!?']),
];
const between = ({ min, max }: Bounds, step = 1): number[] => [
  ...(min === undefined ? [] : [min - step]),
  ...(max === undefined ? [] : [max + step]),
];

/** Values that the rule of a field refuses, by its kind; a kind without an entry refuses none that a form could send. */
const WRONG: Partial<Record<KindName, (bounds: Bounds) => unknown[]>> = {
  text,
  'long-text': text,
  lines: ({ items, max = 200 }) => [
    ['я'.repeat(max + 1)],
    ...(items === undefined ? [] : [Array.from({ length: items + 1 }, (_, at) => `Строка ${at}`)]),
  ],
  choice: () => ['nowhere'],
  state: () => ['nowhere'],
  phone: () => ['12'],
  link: () => ['лифт'],
  checkbox: () => ['может быть'],
  number: (bounds) =>
    bounds.digits === undefined
      ? ['много', ...between(bounds), ...(bounds.decimals === undefined ? [(bounds.min ?? 0) + 0.5] : [])]
      : ['абв', '9'.repeat(bounds.digits + 1)],
  money: ({ min = 0, max }) => ['много', min + 0.5, ...between({ min, ...(max === undefined ? {} : { max }) })],
  date: ({ to }) => ['2026-02-30', ...(to === 'today' ? ['2999-01-01'] : [])],
  month: () => ['132026'],
  time: () => ['25:00'],
  duration: ({ min = 0, max }) => between({ min, ...(max === undefined ? {} : { max }) }),
  email: () => ['лифт@'],
  'company-number': () => ['7707083894'],
  files: () => [[NO_ID]],
  building: () => [NO_ID],
  buildings: () => [[NO_ID]],
  unit: () => [NO_ID],
  reference: () => [NO_ID],
  references: () => [[NO_ID]],
  rows: () => ['таблица'],
};

/** Values that a section refuses whatever the rest of the record: the field, by its name on the wire, and the value; null for one that is missing. */
export function wrongValues(resource: Resource): [wire: string, value: unknown][] {
  return sentFields(resource).flatMap((name) => {
    const field: FieldInput | undefined = resource.fields[name];
    if (!field) return [];
    const wrong = WRONG[field.kind as KindName]?.(field as Bounds) ?? [];
    const missing = field.required === true ? [null] : [];
    return [...wrong, ...missing].map((value): [string, unknown] => [wireName(name, field), value]);
  });
}
