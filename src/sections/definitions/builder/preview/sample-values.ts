import { text } from '#i18n/console-text.ts';
import { dayLater } from '#resources/days.ts';
import type { FieldInput, FieldOf } from '#resources/language/define-resource.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { pointerTo, traitsOf } from '#resources/language/kinds/traits.ts';
import { rowsShape } from '#resources/language/rows.ts';
import '#i18n/definition-builder-texts.ts';

/** Data from which samples are made. */
interface SampleContext {
  /** Of the record, from 1. */
  number: number;
  label: string;
  /** The present day, `YYYY-MM-DD`. */
  today: string;
  /** Ids of buildings that the person may see. */
  buildings: readonly number[];
}

const PEOPLE = ['one', 'two', 'three', 'four', 'five'] as const;
const COMPANY_NUMBERS = { inn: '7707083893', ogrn: '1027700132195', bik: '044525225' } as const;

/** A drawing as `resources/rules/strokes.ts` writes it. */
const SAMPLE_SIGNATURE =
  'M90 190l14 -60 12 -40 10 -12 6 18 -8 50 -6 40 10 -22 18 -34 14 -6 -2 28 -6 26 16 -16 20 -34 12 2 -4 34 12 -8 40 -22 60 -10M70 220l80 -14 120 -12';

const turn = <Item>(items: readonly Item[], number: number): Item | null => items[(number - 1) % items.length] ?? null;

/** A whole number between the bounds of a field, another one for each record. */
function between(number: number, step: number, min = 0, max = Number.MAX_SAFE_INTEGER): number {
  return Math.min(max, min + number * step);
}

const person = (number: number) => text(`sectionBuilder.preview.sample.people.${turn(PEOPLE, number)}`);
const record = (number: number) => ({ id: number, label: text('sectionBuilder.preview.sample.record', { number }) });
const pointed = (field: FieldInput, number: number) =>
  pointerTo(field, 'records')?.section === 'employees' ? { id: number, label: person(number) } : record(number);
const turnOfChoices = (field: FieldInput, number: number) =>
  turn(traitsOf(field).choices?.(field) ?? [], number)?.value ?? null;

const SAMPLES: { readonly [Name in KindName]: (field: FieldOf<Name>, context: SampleContext) => unknown } = {
  text: ({ max }, { label, number }) =>
    text('sectionBuilder.preview.sample.text', { label, number }).slice(0, max ?? undefined),
  'long-text': ({ max }) => text('sectionBuilder.preview.sample.sentence').slice(0, max ?? undefined),
  lines: (_, { number }) =>
    Array.from({ length: (number % 3) + 1 }, (_line, at) =>
      text('sectionBuilder.preview.sample.line', { number: at + 1 }),
    ),
  choice: (field, { number }) => turnOfChoices(field as FieldInput, number),
  state: (field, { number }) => turnOfChoices(field as FieldInput, number),
  phone: (_, { number }) => `+7900000000${number % 10}`,
  link: () => 'https://example.ru/',
  checkbox: (_, { number }) => number % 2 === 1,
  number: ({ min, max, digits }, { number }) => {
    const value = between(number, 3, min, max);
    return digits === undefined ? value : String(value).padStart(digits, '0');
  },
  money: ({ min, max }, { number }) => between(number, 125_000, min, max),
  date: (_, { number, today }) => dayLater(today, number * 2 - 4),
  month: (_, { today }) => `${today.slice(5, 7)}${today.slice(0, 4)}`,
  time: (_, { number }) => `${String(8 + (number % 10)).padStart(2, '0')}:30`,
  duration: ({ min, max }, { number }) => between(number, 45, min, max),
  email: (_, { number }) => `sample${number}@example.ru`,
  'company-number': ({ of }) => COMPANY_NUMBERS[of],
  'auto-number': ({ template, digits = 4 }, { number, today }) =>
    template.replace('{year}', today.slice(0, 4)).replace('{number}', String(number).padStart(digits, '0')),
  files: () => [],
  building: (_, { number, buildings }) => turn(buildings, number),
  buildings: (_, { number, buildings }) => [turn(buildings, number)].filter((id) => id !== null),
  unit: () => null,
  reference: (field, { number }) => pointed(field as FieldInput, number),
  references: (field, { number }) => [pointed(field as FieldInput, number), pointed(field as FieldInput, number + 1)],
  rows: (field, context) => [sampleRow(field as FieldInput, context), sampleRow(field as FieldInput, context)],
  checklist: () => [],
  avatar: () => null,
  level: () => 'read',
  'one-of': () => null,
  'some-of': () => [],
  signature: (_, { number, today }) => ({ drawing: SAMPLE_SIGNATURE, name: person(number), at: `${today}T09:00:00Z` }),
  // Nothing stands on a picture that there is not.
  point: () => null,
  meter: (_, { number }) => String(number * 137).padStart(6, '0'),
  moment: (_, { number, today }) =>
    `${dayLater(today, number * 2 - 4)}T${String(8 + (number % 9)).padStart(2, '0')}:00:00Z`,
};

/** A row within a record; its computed cells are left to the form. */
const sampleRow = (field: FieldInput, context: SampleContext): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rowsShape(field)?.columns ?? {}).map(([name, column]) => [
      name,
      sampleValue(column, { ...context, label: column.label ?? name }),
    ]),
  );

/** The value of a field in a sample record. */
export function sampleValue(field: FieldInput, context: SampleContext): unknown {
  const { kind } = field;
  const sample = SAMPLES[kind as KindName] as ((one: FieldInput, context: SampleContext) => unknown) | undefined;
  return sample?.(field, context) ?? null;
}
