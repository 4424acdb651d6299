import type { FieldInput } from '#resources/language/define-resource.ts';
import { withColumnName, withFieldName } from '#resources/language/expressions/rename.ts';
import { KINDS } from '#resources/language/kinds/registry.ts';
import { pointerTo, traitsOf } from '#resources/language/kinds/traits.ts';
import { type DefinitionObject, fieldsIn, isObject, valueAt, withValue } from './definition-text.ts';
import { formParts, formPath } from './form-parts.ts';
import { fieldNameFor } from './latin-names.ts';

/** Columns that a table is given by itself. */
const COLUMNS = 6;

type RawField = Readonly<Record<string, unknown>>;

/** The field by its kind; null where its file names a kind that there is not. */
export const typedField = (field: RawField): FieldInput | null =>
  Object.hasOwn(KINDS, String(field.kind)) ? (field as unknown as FieldInput) : null;

/** The first field of a building, which flats and entrances lie in; null for none. */
export const buildingFieldIn = (definition: DefinitionObject): string | null =>
  Object.entries(fieldsIn(definition)).find(([, field]) => {
    const fieldInput = typedField(field);
    return fieldInput !== null && pointerTo(fieldInput, 'building') !== null;
  })?.[0] ?? null;

/** The first field of files, which points stand on; null for none. */
export const filesFieldIn = (definition: DefinitionObject): string | null =>
  Object.entries(fieldsIn(definition)).find(([, field]) => {
    const fieldInput = typedField(field);
    return fieldInput !== null && pointerTo(fieldInput, 'files') !== null;
  })?.[0] ?? null;

const listed = (definition: DefinitionObject, path: readonly string[]): string[] => {
  const names = valueAt(definition, path);
  return Array.isArray(names) ? names.map(String) : [];
};

/** Puts a field that is made at the end of the fields, and where records show it. */
function shownEverywhere(definition: DefinitionObject, name: string, field: RawField): DefinitionObject {
  const fieldInput = typedField(field);
  let next = definition;
  const columns = listed(next, ['list', 'columns']);
  if (fieldInput && !traitsOf(fieldInput).isSecondary && columns.length < COLUMNS)
    next = withValue(next, ['list', 'columns'], [...columns, name]);
  if (isObject(next.card)) next = withValue(next, ['card', 'fields'], [...listed(next, ['card', 'fields']), name]);
  return next;
}

/**
 * Adds a field: at the end of a section of the form, as a column while there is room, and on the card.
 * @param field without its name, which its label makes
 * @param section place of the section of the form; the last one when left out
 */
export function addedField(
  definition: DefinitionObject,
  field: RawField,
  section?: number,
): { definition: DefinitionObject; name: string } {
  const fields = fieldsIn(definition);
  const name = fieldNameFor(String(field.label ?? ''), (one) => Object.hasOwn(fields, one));
  const parts = formParts(definition);
  const into = section ?? Math.max(0, parts.length - 1);
  const path = formPath(definition);
  const inForm = parts.length
    ? withValue(definition, [...path, into, 'fields'], [...(parts[into]?.fields ?? []), name])
    : withValue(definition, [...path, 0], { fields: [name] });
  const next = shownEverywhere(inForm, name, field);
  return { definition: { ...next, fields: { ...fields, [name]: field } }, name };
}

/** Keys of a definition whose lists hold names of fields. */
const LISTS = new Set(['columns', 'search', 'fields', 'people', 'person']);
/** Keys that hold the name of one field. */
const SINGLE = new Set(['field', 'group', 'board', 'building', 'requiredWith', 'porches', 'plan']);
/** Keys that hold one only within another key: the card's title is a field, that of a section is a text. */
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  card: ['title'],
  calendar: ['from', 'to'],
  import: ['key'],
};
/** Keys that hold an expression. */
const EXPRESSIONS = new Set(['computed', 'when', 'required', 'readonly', 'initial', 'that']);

type NameChange = (name: string) => string | null;

/** Whether a key of an object holds an expression. Of some kinds `initial` is a value to choose, a state or an option. */
const isExpression = (key: string, around: RawField): boolean => {
  const own = typedField(around);
  return (
    EXPRESSIONS.has(key) && !(key === 'initial' && own && key in KINDS[own.kind as keyof typeof KINDS].options.shape)
  );
};

/** The same with other names of fields; what names one that is gone goes along. */
function withNames(
  value: unknown,
  key: string,
  above: string,
  change: NameChange,
  inText: (text: string) => string,
): unknown {
  if (Array.isArray(value)) {
    const isNames = LISTS.has(key) || WITHIN[above]?.includes(key);
    if (isNames && value.every((item) => typeof item === 'string')) {
      const names = value.flatMap((name) => change(name) ?? []);
      // Fewer fields would be another key, by which other records are changed.
      return above === 'import' && names.length < value.length ? undefined : names;
    }
    return value.flatMap((item) => {
      const next = withNames(item, '', key, change, inText);
      return next === undefined ? [] : [next];
    });
  }
  if (typeof value === 'string') {
    const isName = SINGLE.has(key) || WITHIN[above]?.includes(key);
    return isName ? (change(value) ?? undefined) : value;
  }
  // The expressions of columns name the cells of their row.
  if (!isObject(value) || key === 'columns') return value;
  const entries = Object.entries(value).map(
    ([one, member]) =>
      [
        one,
        typeof member === 'string' && isExpression(one, value)
          ? inText(member)
          : withNames(member, one, key, change, inText),
      ] as const,
  );
  // A rule about a field that is gone says nothing more, and no record is known by no field.
  if (entries.some(([one, member]) => one === 'field' && member === undefined)) return undefined;
  if (key === 'import' && entries.some(([one, member]) => one === 'key' && member === undefined)) return undefined;
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

function everywhere(
  definition: DefinitionObject,
  change: NameChange,
  inText: (text: string) => string = (text) => text,
) {
  const { fields: _, ...rest } = definition;
  const outside = withNames(rest, '', '', change, inText) as Record<string, unknown>;
  const fields = Object.entries(fieldsIn(definition)).flatMap(([name, field]) => {
    const next = change(name);
    return next === null ? [] : [[next, withNames(field, '', '', change, inText)] as const];
  });
  // Keys stay in their order.
  return Object.fromEntries(
    Object.keys(definition).flatMap((key) => {
      if (key === 'fields') return [[key, Object.fromEntries(fields)]];
      return outside[key] === undefined ? [] : [[key, outside[key]]];
    }),
  );
}

/** Another name for a field, wherever the definition names it, also in expressions. @param was what records hold it under, where they do */
export function renamedField(definition: DefinitionObject, from: string, to: string, was?: string): DefinitionObject {
  const next = everywhere(
    definition,
    (name) => (name === from ? to : name),
    (text) => withFieldName(text, from, to),
  );
  return was === undefined || was === to ? next : withValue(next, ['fields', to, 'was'], was);
}

/** The same with other expressions. */
function withExpressions<Value>(value: Value, inText: (text: string) => string): Value {
  if (Array.isArray(value)) return value.map((item) => withExpressions(item, inText)) as Value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([one, member]) => [
      one,
      typeof member === 'string' && isExpression(one, value) ? inText(member) : withExpressions(member, inText),
    ]),
  ) as Value;
}

/** Another name for a column of rows: in its place, in the expressions of its row and of the record, and in the totals. */
export function renamedColumn(definition: DefinitionObject, rows: string, from: string, to: string): DefinitionObject {
  const path = ['fields', rows];
  const columns = valueAt(definition, [...path, 'columns']);
  if (from === to || !isObject(columns)) return definition;
  const renamed = Object.entries(columns).map(([name, column]) => [
    name === from ? to : name,
    withExpressions(column, (text) => withFieldName(text, from, to)),
  ]);
  const outside = withExpressions(definition, (text) => withColumnName(text, rows, from, to));
  const next = withValue(outside, [...path, 'columns'], Object.fromEntries(renamed));
  const totals = listed(next, [...path, 'totals']);
  if (!totals.includes(from)) return next;
  return withValue(
    next,
    [...path, 'totals'],
    totals.map((name) => (name === from ? to : name)),
  );
}

/** The definition without a field, and without what named it; the card is titled by the next one. */
export function removedField(definition: DefinitionObject, name: string): DefinitionObject {
  const next = everywhere(definition, (one) => (one === name ? null : one));
  if (!isObject(next.card) || 'title' in next.card) return next;
  const [title] = [...listed(next, ['card', 'fields']), ...Object.keys(fieldsIn(next))];
  return title === undefined ? next : { ...next, card: { title, ...next.card } };
}

/** The places of records that a field can be shown in or found by. */
const SHOWN_IN = { column: ['list', 'columns'], card: ['card', 'fields'], search: ['list', 'search'] } as const;
export type ShownIn = keyof typeof SHOWN_IN;

/** Whether a field is shown there. */
export const isShownIn = (definition: DefinitionObject, name: string, where: ShownIn): boolean =>
  listed(definition, SHOWN_IN[where]).includes(name);

/** Shows a field there, or no longer. */
export function withShown(
  definition: DefinitionObject,
  name: string,
  where: ShownIn,
  isShown: boolean,
): DefinitionObject {
  const rest = listed(definition, SHOWN_IN[where]).filter((one) => one !== name);
  const names = isShown ? [...rest, name] : rest;
  return withValue(definition, SHOWN_IN[where], names.length || where !== 'search' ? names : undefined);
}
