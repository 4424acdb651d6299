import fc from 'fast-check';
import { ORNAMENTS } from './random-words.ts';

/** A made-up definition and the records that it takes. */
export interface RandomSection {
  definition: Record<string, unknown> & {
    name: string;
    fields: Record<string, Record<string, unknown>>;
    list: { columns: string[]; search?: string[]; sort?: { field: string; order: string } };
  };
  /** A valid record, by wire names; another one for each `n` from 1. */
  payload(world: Places, n: number): Record<string, unknown>;
}

/** Targets of the fields of a made-up section. */
export interface Places {
  building: number;
  porch: number;
  unit: number;
  camera: number;
}

interface RandomField {
  field: Record<string, unknown>;
  value(world: Places, n: number): unknown;
  /** Operations of a list on it. */
  can: readonly ('filter' | 'search' | 'sort' | 'unique')[];
}

const plain = (field: object, value: RandomField['value'], can: RandomField['can'] = []) =>
  fc.constant<RandomField>({ field: field as RandomField['field'], value, can });

const text = (kind: string, most: number) =>
  fc.record({ min: fc.integer({ min: 1, max: 5 }), max: fc.integer({ min: 12, max: most }) }).map(
    ({ min, max }): RandomField => ({
      field: { kind, min: kind === 'text' ? min : undefined, max },
      value: (_, n) => `${n}-й =ёж`.padEnd(min, 'я').slice(0, max),
      can: ['filter', 'search', 'sort', 'unique'],
    }),
  );

const bounded = (kind: string, step: number) =>
  fc.record({ min: fc.integer({ min: 0, max: 50 }), room: fc.integer({ min: 5, max: 500 }) }).map(
    ({ min, room }): RandomField => ({
      field: { kind, min: min * step, max: (min + room) * step },
      value: (_, n) => (min + (n % room)) * step,
      can: ['filter', 'sort', 'unique'],
    }),
  );

const choice = fc.integer({ min: 1, max: 6 }).map((count): RandomField => {
  const options = Array.from({ length: count }, (_, at) => ({ value: `v${at}`, label: `Выбор ${at}` }));
  return { field: { kind: 'choice', options }, value: (_, n) => `v${n % count}`, can: ['filter', 'sort'] };
});

/** States one after another, some with a way to the last of them from all others, or back. */
const states = fc
  .record({
    count: fc.integer({ min: 2, max: 6 }),
    colours: fc.array(fc.constantFrom('neutral', 'info', 'accent', 'warning', 'success', 'danger', 'violet'), {
      minLength: 6,
      maxLength: 6,
    }),
    who: fc.constantFrom(undefined, { level: 'read' }, { level: 'write' }, { author: true }),
    back: fc.boolean(),
    confirm: fc.boolean(),
    initial: fc.boolean(),
  })
  .map(({ count, colours, who, back, confirm, initial }): RandomField => {
    const values = Array.from({ length: count }, (_, at) => `s${at}`);
    const last = values.at(-1) ?? '';
    const named = (name: string, from: string[], to: string, more: object = {}) => ({
      name,
      label: `Из ${from.join(', ')} в ${to}`,
      from,
      to,
      ...(who ? { who } : {}),
      ...more,
    });
    const moves = [
      ...values
        .slice(1)
        .map((to, at) =>
          named(`go-${at}`, [values[at] ?? ''], to, confirm ? { confirm: 'Точно?', hold: at % 2 === 0 } : {}),
        ),
      ...(count > 2 ? [named('end', values.slice(0, -1), last, { said: 'Всё' })] : []),
      ...(back && count > 2 ? [named('back', [values[1] ?? ''], 's0')] : []),
    ];
    const options = values.map((value, at) => ({
      value,
      label: `Состояние ${at}`,
      colour: colours[at],
      ...(value === last ? { final: true } : {}),
    }));
    return {
      field: { kind: 'state', states: options, moves, ...(initial ? { initial: 's0' } : {}) },
      value: () => 's0',
      can: ['filter', 'sort'],
    };
  });

const FIELD: fc.Arbitrary<RandomField> = fc.oneof(
  text('text', 100),
  text('long-text', 400),
  bounded('number', 1),
  bounded('money', 100),
  choice,
  plain({ kind: 'number', digits: 4 }, (_, n) => String(n).padStart(4, '0'), ['filter', 'sort', 'unique']),
  plain({ kind: 'number', decimals: 2, unit: 'м²' }, (_, n) => n + 0.25, ['filter', 'sort']),
  plain(
    {
      kind: 'text',
      case: 'upper',
      spaces: 'none',
      letters: 'cyrillic',
      pattern: '[АВЕК]\\d{3,4}',
      mismatch: 'так: А001',
    },
    (_, n) => `А00${n}`,
    ['filter', 'search', 'sort', 'unique'],
  ),
  plain({ kind: 'phone' }, (_, n) => `+7916000${String(n).padStart(4, '0')}`, ['filter', 'search', 'sort', 'unique']),
  plain({ kind: 'link' }, (_, n) => `https://example.ru/${n}`, ['filter', 'sort', 'unique']),
  plain({ kind: 'checkbox' }, () => true, ['filter', 'sort']),
  plain({ kind: 'date', from: '2020-01-01' }, (_, n) => `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`, [
    'filter',
    'sort',
  ]),
  plain({ kind: 'month' }, () => '032026', ['filter', 'sort']),
  plain({ kind: 'time', from: '08:00' }, (_, n) => `${String(10 + (n % 10))}:05`, ['filter', 'sort', 'unique']),
  bounded('duration', 15),
  plain({ kind: 'email' }, (_, n) => `Dom.${n}@пример.рф`, ['filter', 'search', 'sort', 'unique']),
  plain({ kind: 'company-number', of: 'inn' }, (_, n) => ['500100732259', '7707083893', '7736050003'][n % 3], [
    'filter',
    'search',
    'sort',
    'unique',
  ]),
  plain({ kind: 'auto-number', template: 'Н-{year}/{number}', digits: 3 }, () => null, ['sort']),
  plain({ kind: 'building' }, ({ building }) => building, ['filter']),
  plain({ kind: 'buildings' }, ({ building }) => [building], ['filter']),
  plain({ kind: 'reference', to: 'cameras' }, ({ camera }) => camera, ['filter']),
  states,
  plain({ kind: 'level', section: 'news' }, () => 'read'),
  plain({ kind: 'meter', meter: 'gas' }, () => '000042'),
  plain({ kind: 'files', max: 3 }, () => []),
  plain({ kind: 'moment' }, (_, n) => `2036-03-05T1${n % 10}:00:00.000Z`),
);

/** Gives the moves of a field names that no other field of the section has. */
function nameMoves(field: Record<string, unknown>, at: number): void {
  for (const move of field.moves as Record<string, unknown>[]) move.name = `${String(move.name)}-${at}`;
}

const WORDS = { one: 'ключ', few: 'ключа', many: 'ключей', accusative: 'ключ', gender: 'm', plural: 'ключи' };

const trait = fc.record({
  made: FIELD,
  required: fc.boolean(),
  use: fc.constantFrom('', 'filter', 'search', 'unique', 'sort'),
  renamed: fc.boolean(),
  once: fc.boolean(),
  tiedTo: fc.boolean(),
});

/** A valid definition of a generated section, of any shape that there is. */
const randomSection: fc.Arbitrary<Omit<RandomSection, 'definition'> & { definition: object }> = fc
  .record({
    parts: fc.array(trait, { minLength: 1, maxLength: 7 }),
    form: fc.constantFrom('sections', 'steps', 'tabs'),
    order: fc.constantFrom('ASC', 'DESC'),
    card: fc.boolean(),
    flat: fc.boolean(),
    tied: fc.boolean(),
    layout: fc.constantFrom('table', 'feed', 'cards', 'board'),
    icon: fc.constantFrom('key', 'receipt', 'inventory'),
  })
  .map(({ parts, form, order, card, flat, tied, layout, icon }) => {
    const fields: Record<string, Record<string, unknown>> = {};
    const values: Record<string, RandomField['value']> = {};
    const used: Record<string, string[]> = { filter: [], search: [], sort: [], unique: [] };
    for (const [at, { made, required, use, renamed, once, tiedTo }] of parts.entries()) {
      const name = `field${at}`;
      const { kind } = made.field;
      if (kind === 'state') nameMoves(made.field, at);
      const isGiven = kind === 'state' || kind === 'auto-number';
      const does = made.can.includes(use as 'filter') ? use : '';
      if (does) used[does]?.push(name);
      fields[name] = {
        ...made.field,
        label: `Поле ${at}`,
        // Nobody can be made to attach a file, and a ticked box says nothing of the others.
        ...(required && kind !== 'files' ? { required } : {}),
        ...(does === 'filter' ? { filter: true } : {}),
        ...(does === 'unique' ? { unique: true } : {}),
        ...(renamed ? { wire: `on_wire_${at}` } : {}),
        ...(once && !isGiven ? { once } : {}),
        ...(tiedTo && at > 0 && !required && kind !== 'files' && !isGiven ? { requiredWith: `field${at - 1}` } : {}),
      };
      values[renamed ? `on_wire_${at}` : name] = made.value;
    }
    const building = Object.keys(fields).find((name) => ['building', 'buildings'].includes(String(fields[name]?.kind)));
    const one = Object.keys(fields).find((name) => fields[name]?.kind === 'building');
    if (one && flat) {
      fields.flat = { kind: 'unit', label: 'Квартира', building: one };
      values.flat = ({ unit }) => unit;
      fields.doors = { kind: 'checklist', label: 'Подъезды', of: 'porches', building: one };
      values.doors = ({ porch }) => [porch];
    }
    const names = Object.keys(fields);
    const hasStates = names.some((name) => fields[name]?.kind === 'state');
    const part = { name: 'main', title: 'Главное', fields: names };
    const [sort] = used.sort ?? [];
    const definition = {
      icon,
      words: WORDS,
      ...(building && tied ? { building: building } : {}),
      fields: JSON.parse(JSON.stringify(fields)) as object,
      list: {
        // A board has columns by states.
        layout: layout === 'board' && !hasStates ? 'table' : layout,
        columns: names.slice(0, 5),
        menu: ['edit', 'hold-delete'],
        ...(used.search?.length ? { search: used.search } : {}),
        ...(sort ? { sort: { field: sort, order } } : {}),
      },
      ...(card ? { card: { title: names[0], fields: names.slice(1), edit: true } } : {}),
      form: form === 'sections' ? [part] : { [form]: [part] },
    };
    const payload: RandomSection['payload'] = (world, n) =>
      Object.fromEntries(Object.entries(values).map(([wire, value]) => [wire, value(world, n)]));
    return { definition, payload };
  });

/** So many of them, always the same ones; among them every word of the language is used. */
export function randomSections(count: number, seed: number): RandomSection[] {
  return fc.sample(randomSection, { numRuns: count, seed }).map(({ definition, payload }, at) => {
    const name = `random-${at}`;
    const made = structuredClone({
      name,
      was: `former-${name}`,
      section: name,
      ...definition,
    }) as unknown as RandomSection['definition'];
    const more = ORNAMENTS[at % ORNAMENTS.length]?.(made) ?? {};
    const values = (world: Places, n: number) =>
      Object.fromEntries(Object.entries(more).map(([wire, value]) => [wire, value(world, n)]));
    return { definition: made, payload: (world, n) => ({ ...payload(world, n), ...values(world, n) }) };
  });
}
