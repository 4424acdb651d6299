import { definitionJsonSchema, fieldDef, type JsonSchema } from '#resources/language/json-schema.ts';

let schema: JsonSchema | undefined;

/** The JSON Schema of a definition, made once. */
export function languageSchema(): JsonSchema {
  schema ??= definitionJsonSchema();
  return schema;
}

/** The schema of the fields of a kind. */
export const kindSchema = (kind: string): JsonSchema => languageSchema().$defs?.[fieldDef(kind)] ?? {};

/** The schema of one part of the form. */
export function formPartSchema(): JsonSchema {
  const { anyOf = [] } = languageSchema().properties?.form ?? {};
  return resolved(anyOf.find(({ type }) => type === 'array')?.items ?? {});
}

/** The schema that a reference leads to. */
export const resolved = (one: JsonSchema): JsonSchema => {
  const name = one.$ref?.replace('#/$defs/', '');
  return name === undefined ? one : (languageSchema().$defs?.[name] ?? {});
};

/** How an option is filled in. */
export type OptionInputKind =
  | 'switch'
  | 'condition'
  | 'select'
  | 'text'
  | 'number'
  | 'object'
  | 'objects'
  | 'texts'
  | 'numbers'
  | 'choices'
  | 'columns'
  | 'json';

/** Choices that a schema names; null where it names none. */
export function choicesOf(one: JsonSchema): readonly unknown[] | null {
  if (one.enum) return one.enum;
  if (one.const !== undefined) return [one.const];
  if (!one.anyOf) return null;
  const parts = one.anyOf.map((part) => (part.type === 'boolean' ? [true] : choicesOf(part)));
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

const isExpression = (part: JsonSchema) => part.type === 'string' && choicesOf(part) === null;

function listInput(items: JsonSchema): OptionInputKind {
  if (items.type === 'object') return 'objects';
  if (choicesOf(items)) return 'choices';
  if (items.type === 'integer') return 'numbers';
  return items.type === 'string' ? 'texts' : 'json';
}

const BY_TYPE: Readonly<Record<string, OptionInputKind>> = {
  boolean: 'switch',
  string: 'text',
  number: 'number',
  integer: 'number',
  object: 'object',
};

/** The schemas of the columns that an option may have, one for each kind of them; none for any other option. */
export function columnSchemas(one: JsonSchema): readonly JsonSchema[] {
  const { additionalProperties: within } = one;
  const kindSchemas = typeof within === 'object' ? (within.oneOf ?? within.anyOf ?? []) : [];
  return kindSchemas.filter(({ properties }) => properties?.kind?.const !== undefined);
}

/** The schema of a column of a kind; undefined where there is no such column. */
export const columnSchema = (one: JsonSchema, kind: string): JsonSchema | undefined =>
  columnSchemas(one).find(({ properties }) => properties?.kind?.const === kind);

/** How an option of this schema is filled in; what no form fits is JSON. */
export function optionInput(one: JsonSchema): OptionInputKind {
  if (one.const === true || typeof one.const === 'number') return 'switch';
  if (choicesOf(one)) return 'select';
  if (one.anyOf) {
    const isCondition = one.anyOf.some(({ type }) => type === 'boolean') && one.anyOf.some(isExpression);
    if (isCondition && one.anyOf.length === 2) return 'condition';
    const object = one.anyOf.find(({ type }) => type === 'object');
    if (object && one.anyOf.length === 2) return 'object';
    return one.anyOf.every(({ type }) => type === 'string') ? 'text' : 'json';
  }
  if (one.type === 'array') return one.items ? listInput(resolved(one.items)) : 'json';
  if (columnSchemas(one).length) return 'columns';
  if (one.type === 'object' && !one.properties) return 'json';
  return (one.type === undefined ? undefined : BY_TYPE[one.type]) ?? 'json';
}

/** The schema with the properties, of an option that may also be something simpler. */
export const objectSchema = (one: JsonSchema): JsonSchema => one.anyOf?.find(({ type }) => type === 'object') ?? one;

const kinds = (): JsonSchema[] =>
  Object.values(languageSchema().$defs ?? {}).filter(({ properties }) => properties?.kind);

/** Options that every field has, whatever its kind. */
export function commonOptions(): string[] {
  const [first, ...rest] = kinds();
  return Object.keys(first?.properties ?? {}).filter((key) => rest.every(({ properties = {} }) => key in properties));
}

/** Options that the fields of a kind have for themselves. */
export function ownOptions(kind: string): string[] {
  const common = new Set(commonOptions());
  return Object.keys(kindSchema(kind).properties ?? {}).filter((key) => !common.has(key));
}
