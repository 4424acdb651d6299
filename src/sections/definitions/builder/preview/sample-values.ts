import { text } from '#i18n/console-text.ts';
import { addDays } from '#resources/days.ts';
import type { FieldInput, FieldOf } from '#resources/language/define-resource.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';
import { getPointerTo, getTraits } from '#resources/language/kinds/traits.ts';
import { rowsShape } from '#resources/language/rows.ts';
import '#i18n/definition-builder-texts.ts';

/** Inputs for sample values. */
interface SampleContext {
  /** Number of the record, from 1. */
  number: number;
  label: string;
  /** Today, `YYYY-MM-DD`. */
  today: string;
  /** Ids of buildings that the reader may see. */
  buildings: readonly number[];
}

const PEOPLE = ['one', 'two', 'three', 'four', 'five'] as const;
const COMPANY_NUMBERS = { inn: '7707083893', ogrn: '1027700132195', bik: '044525225' } as const;

/** A drawing in the format of `resources/rules/strokes.ts`. */
const SAMPLE_SIGNATURE =
  'M90 190l14 -60 12 -40 10 -12 6 18 -8 50 -6 40 10 -22 18 -34 14 -6 -2 28 -6 26 16 -16 20 -34 12 2 -4 34 12 -8 40 -22 60 -10M70 220l80 -14 120 -12';

const takeInTurn = <Item>(items: readonly Item[], number: number): Item | null =>
  items[(number - 1) % items.length] ?? null;

/** A whole number that differs per record and is limited by `min` and `max`. */
function clampedNumber(number: number, step: number, min = 0, max = Number.MAX_SAFE_INTEGER): number {
  return Math.min(max, min + number * step);
}

const personName = (number: number) => text(`sectionBuilder.preview.sample.people.${takeInTurn(PEOPLE, number)}`);
const recordOption = (number: number) => ({
  id: number,
  label: text('sectionBuilder.preview.sample.record', { number }),
});
const referenceOption = (field: FieldInput, number: number) =>
  getPointerTo(field, 'records')?.section === 'employees'
    ? { id: number, label: personName(number) }
    : recordOption(number);
const choiceInTurn = (field: FieldInput, number: number) =>
  takeInTurn(getTraits(field).choices?.(field) ?? [], number)?.value ?? null;

const SAMPLES: { readonly [Name in KindName]: (field: FieldOf<Name>, context: SampleContext) => unknown } = {
  text: ({ max }, { label, number }) =>
    text('sectionBuilder.preview.sample.text', { label, number }).slice(0, max ?? undefined),
  'long-text': ({ max }) => text('sectionBuilder.preview.sample.sentence').slice(0, max ?? undefined),
  lines: (_, { number }) =>
    Array.from({ length: (number % 3) + 1 }, (_line, index) =>
      text('sectionBuilder.preview.sample.line', { number: index + 1 }),
    ),
  choice: (field, { number }) => choiceInTurn(field as FieldInput, number),
  state: (field, { number }) => choiceInTurn(field as FieldInput, number),
  phone: (_, { number }) => `+7900000000${number % 10}`,
  link: () => 'https://example.ru/',
  checkbox: (_, { number }) => number % 2 === 1,
  number: ({ min, max, digits }, { number }) => {
    const value = clampedNumber(number, 3, min, max);
    return digits === undefined ? value : String(value).padStart(digits, '0');
  },
  money: ({ min, max }, { number }) => clampedNumber(number, 125_000, min, max),
  date: (_, { number, today }) => addDays(today, number * 2 - 4),
  month: (_, { today }) => `${today.slice(5, 7)}${today.slice(0, 4)}`,
  time: (_, { number }) => `${String(8 + (number % 10)).padStart(2, '0')}:30`,
  duration: ({ min, max }, { number }) => clampedNumber(number, 45, min, max),
  email: (_, { number }) => `sample${number}@example.ru`,
  'company-number': ({ of }) => COMPANY_NUMBERS[of],
  'auto-number': ({ template, digits = 4 }, { number, today }) =>
    template.replace('{year}', today.slice(0, 4)).replace('{number}', String(number).padStart(digits, '0')),
  files: () => [],
  building: (_, { number, buildings }) => takeInTurn(buildings, number),
  buildings: (_, { number, buildings }) => [takeInTurn(buildings, number)].filter((id) => id !== null),
  unit: () => null,
  reference: (field, { number }) => referenceOption(field as FieldInput, number),
  references: (field, { number }) => [
    referenceOption(field as FieldInput, number),
    referenceOption(field as FieldInput, number + 1),
  ],
  rows: (field, context) => [sampleRow(field as FieldInput, context), sampleRow(field as FieldInput, context)],
  checklist: () => [],
  avatar: () => null,
  level: () => 'read',
  'one-of': () => null,
  'some-of': () => [],
  signature: (_, { number, today }) => ({
    drawing: SAMPLE_SIGNATURE,
    name: personName(number),
    at: `${today}T09:00:00Z`,
  }),
  // A point needs a picture, and samples of `files` are empty.
  point: () => null,
  meter: (_, { number }) => String(number * 137).padStart(6, '0'),
  moment: (_, { number, today }) =>
    `${addDays(today, number * 2 - 4)}T${String(8 + (number % 9)).padStart(2, '0')}:00:00Z`,
};

/** A sample row of a `rows` field. */
const sampleRow = (field: FieldInput, context: SampleContext): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rowsShape(field)?.columns ?? {}).map(([name, column]) => [
      name,
      sampleValue(column, { ...context, label: column.label ?? name }),
    ]),
  );

/** Sample value of a field; null if the kind has none. */
export function sampleValue(field: FieldInput, context: SampleContext): unknown {
  const { kind } = field;
  const sample = SAMPLES[kind as KindName] as ((one: FieldInput, context: SampleContext) => unknown) | undefined;
  return sample?.(field, context) ?? null;
}
