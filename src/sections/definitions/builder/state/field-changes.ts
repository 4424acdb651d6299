import type { FieldInput } from '#resources/language/define-resource.ts';
import { renameColumnInExpression, renameFieldInExpression } from '#resources/language/expressions/rename.ts';
import { KINDS } from '#resources/language/kinds/registry.ts';
import { getPointerTo, getTraits } from '#resources/language/kinds/traits.ts';
import { type DefinitionObject, getRawFields, isObject, valueAt, withValue } from './definition-text.ts';
import { formPath, readFormSections } from './form-parts.ts';
import { fieldNameFor } from './latin-names.ts';

/** New fields become columns of the list up to this number of columns. */
const AUTO_COLUMNS_MAX = 6;

type RawField = Readonly<Record<string, unknown>>;

/** The field, typed by its kind; null if the kind is unknown. */
export const typedField = (field: RawField): FieldInput | null =>
  Object.hasOwn(KINDS, String(field.kind)) ? (field as unknown as FieldInput) : null;

/** Name of the first building field, to which fields of flats and entrances refer; null if there is none. */
export const findBuildingField = (definition: DefinitionObject): string | null =>
  Object.entries(getRawFields(definition)).find(([, field]) => {
    const fieldInput = typedField(field);
    return fieldInput !== null && getPointerTo(fieldInput, 'building') !== null;
  })?.[0] ?? null;

/** Name of the first files field, to whose picture `point` fields refer; null if there is none. */
export const findFilesField = (definition: DefinitionObject): string | null =>
  Object.entries(getRawFields(definition)).find(([, field]) => {
    const fieldInput = typedField(field);
    return fieldInput !== null && getPointerTo(fieldInput, 'files') !== null;
  })?.[0] ?? null;

const namesAt = (definition: DefinitionObject, path: readonly string[]): string[] => {
  const names = valueAt(definition, path);
  return Array.isArray(names) ? names.map(String) : [];
};

/** Adds a field's name to the columns of the list, while there are few, and to the card. */
function addToListAndCard(definition: DefinitionObject, name: string, field: RawField): DefinitionObject {
  const fieldInput = typedField(field);
  let next = definition;
  const columns = namesAt(next, ['list', 'columns']);
  if (fieldInput && !getTraits(fieldInput).isSecondary && columns.length < AUTO_COLUMNS_MAX)
    next = withValue(next, ['list', 'columns'], [...columns, name]);
  if (isObject(next.card)) next = withValue(next, ['card', 'fields'], [...namesAt(next, ['card', 'fields']), name]);
  return next;
}

/**
 * Adds a field at the end of a section of the form, as a column while there are few, and to the card.
 * @param field the field; its name is made from its label
 * @param section index of the form section; the last one by default
 */
export function addField(
  definition: DefinitionObject,
  field: RawField,
  section?: number,
): { definition: DefinitionObject; name: string } {
  const fields = getRawFields(definition);
  const name = fieldNameFor(String(field.label ?? ''), (one) => Object.hasOwn(fields, one));
  const parts = readFormSections(definition);
  const sectionIndex = section ?? Math.max(0, parts.length - 1);
  const path = formPath(definition);
  const withFormField = parts.length
    ? withValue(definition, [...path, sectionIndex, 'fields'], [...(parts[sectionIndex]?.fields ?? []), name])
    : withValue(definition, [...path, 0], { fields: [name] });
  const next = addToListAndCard(withFormField, name, field);
  return { definition: { ...next, fields: { ...fields, [name]: field } }, name };
}

/** Keys whose value is a list of field names. */
const NAME_LIST_KEYS = new Set(['columns', 'search', 'fields', 'people', 'person']);
/** Keys whose value is the name of one field. */
const NAME_KEYS = new Set(['field', 'group', 'board', 'building', 'requiredWith', 'porches', 'plan']);
/** Keys whose value is a field name only inside the given parent key, e.g. `title` of the card, but not of a form section. */
const NAME_KEYS_WITHIN: Readonly<Record<string, readonly string[]>> = {
  card: ['title'],
  calendar: ['from', 'to'],
  import: ['key'],
};
/** Keys whose value is an expression. */
const EXPRESSION_KEYS = new Set(['computed', 'when', 'required', 'readonly', 'initial', 'that']);

type NameChange = (name: string) => string | null;

/** Whether the value of a key is an expression; `initial` is not for kinds where it is a state or an option. */
const isExpression = (key: string, parent: RawField): boolean => {
  const field = typedField(parent);
  return (
    EXPRESSION_KEYS.has(key) &&
    !(key === 'initial' && field && key in KINDS[field.kind as keyof typeof KINDS].options.shape)
  );
};

/** Replaces field names inside a value; references to removed fields (`change` returns null) are removed. */
function replaceNames(
  value: unknown,
  key: string,
  parentKey: string,
  change: NameChange,
  inText: (text: string) => string,
): unknown {
  if (Array.isArray(value)) {
    const isNames = NAME_LIST_KEYS.has(key) || NAME_KEYS_WITHIN[parentKey]?.includes(key);
    if (isNames && value.every((item) => typeof item === 'string')) {
      const names = value.flatMap((name) => change(name) ?? []);
      // With fewer fields the import key would match other records, so the whole key is removed.
      return parentKey === 'import' && names.length < value.length ? undefined : names;
    }
    return value.flatMap((item) => {
      const next = replaceNames(item, '', key, change, inText);
      return next === undefined ? [] : [next];
    });
  }
  if (typeof value === 'string') {
    const isName = NAME_KEYS.has(key) || NAME_KEYS_WITHIN[parentKey]?.includes(key);
    return isName ? (change(value) ?? undefined) : value;
  }
  // Expressions of columns refer to cells of their row, not to fields.
  if (!isObject(value) || key === 'columns') return value;
  const entries = Object.entries(value).map(
    ([one, member]) =>
      [
        one,
        typeof member === 'string' && isExpression(one, value)
          ? inText(member)
          : replaceNames(member, one, key, change, inText),
      ] as const,
  );
  // A rule about a removed field and an import without a key are removed as a whole.
  if (entries.some(([one, member]) => one === 'field' && member === undefined)) return undefined;
  if (key === 'import' && entries.some(([one, member]) => one === 'key' && member === undefined)) return undefined;
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

function replaceNamesEverywhere(
  definition: DefinitionObject,
  change: NameChange,
  inText: (text: string) => string = (text) => text,
) {
  const { fields: _, ...rest } = definition;
  const otherOptions = replaceNames(rest, '', '', change, inText) as Record<string, unknown>;
  const fields = Object.entries(getRawFields(definition)).flatMap(([name, field]) => {
    const next = change(name);
    return next === null ? [] : [[next, replaceNames(field, '', '', change, inText)] as const];
  });
  // Keeps the order of keys.
  return Object.fromEntries(
    Object.keys(definition).flatMap((key) => {
      if (key === 'fields') return [[key, Object.fromEntries(fields)]];
      return otherOptions[key] === undefined ? [] : [[key, otherOptions[key]]];
    }),
  );
}

/**
 * Renames a field everywhere in the definition, in expressions too.
 * @param was name under which stored records have the value; omitted if there are none
 */
export function renameField(definition: DefinitionObject, from: string, to: string, was?: string): DefinitionObject {
  const next = replaceNamesEverywhere(
    definition,
    (name) => (name === from ? to : name),
    (text) => renameFieldInExpression(text, from, to),
  );
  return was === undefined || was === to ? next : withValue(next, ['fields', to, 'was'], was);
}

/** Replaces all expressions inside a value. */
function replaceExpressions<Value>(value: Value, inText: (text: string) => string): Value {
  if (Array.isArray(value)) return value.map((item) => replaceExpressions(item, inText)) as Value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([one, member]) => [
      one,
      typeof member === 'string' && isExpression(one, value) ? inText(member) : replaceExpressions(member, inText),
    ]),
  ) as Value;
}

/** Renames a column of a `rows` field, also in expressions of its row and of the record, and in the totals. */
export function renameColumn(definition: DefinitionObject, rows: string, from: string, to: string): DefinitionObject {
  const path = ['fields', rows];
  const columns = valueAt(definition, [...path, 'columns']);
  if (from === to || !isObject(columns)) return definition;
  const renamed = Object.entries(columns).map(([name, column]) => [
    name === from ? to : name,
    replaceExpressions(column, (text) => renameFieldInExpression(text, from, to)),
  ]);
  const withOuterExpressions = replaceExpressions(definition, (text) => renameColumnInExpression(text, rows, from, to));
  const next = withValue(withOuterExpressions, [...path, 'columns'], Object.fromEntries(renamed));
  const totals = namesAt(next, [...path, 'totals']);
  if (!totals.includes(from)) return next;
  return withValue(
    next,
    [...path, 'totals'],
    totals.map((name) => (name === from ? to : name)),
  );
}

/** Removes a field and all references to it; if it was the card's title, the next field becomes the title. */
export function removeField(definition: DefinitionObject, name: string): DefinitionObject {
  const next = replaceNamesEverywhere(definition, (one) => (one === name ? null : one));
  if (!isObject(next.card) || 'title' in next.card) return next;
  const [title] = [...namesAt(next, ['card', 'fields']), ...Object.keys(getRawFields(next))];
  return title === undefined ? next : { ...next, card: { title, ...next.card } };
}

/** Paths of the lists that decide where a field is shown or searched. */
const LIST_PATHS = { column: ['list', 'columns'], card: ['card', 'fields'], search: ['list', 'search'] } as const;
export type ShownIn = keyof typeof LIST_PATHS;

/** Whether a field is in the given list. */
export const isShownIn = (definition: DefinitionObject, name: string, where: ShownIn): boolean =>
  namesAt(definition, LIST_PATHS[where]).includes(name);

/** Adds a field to the given list or removes it. */
export function setShownIn(
  definition: DefinitionObject,
  name: string,
  where: ShownIn,
  isShown: boolean,
): DefinitionObject {
  const rest = namesAt(definition, LIST_PATHS[where]).filter((one) => one !== name);
  const names = isShown ? [...rest, name] : rest;
  return withValue(definition, LIST_PATHS[where], names.length || where !== 'search' ? names : undefined);
}
