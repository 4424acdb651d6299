import { definitionJsonSchema, fieldDef, type JsonSchema } from '#resources/language/json-schema.ts';

let cachedSchema: JsonSchema | undefined;

/** The JSON Schema of a definition, computed once. */
export function getDefinitionSchema(): JsonSchema {
  cachedSchema ??= definitionJsonSchema();
  return cachedSchema;
}

/** The schema of the fields of a kind. */
export const kindSchema = (kind: string): JsonSchema => getDefinitionSchema().$defs?.[fieldDef(kind)] ?? {};

/** The schema of a section of the form. */
export function formPartSchema(): JsonSchema {
  const { anyOf = [] } = getDefinitionSchema().properties?.form ?? {};
  return resolveSchema(anyOf.find(({ type }) => type === 'array')?.items ?? {});
}

/** Resolves a `$ref`; other schemas are returned unchanged. */
export const resolveSchema = (one: JsonSchema): JsonSchema => {
  const name = one.$ref?.replace('#/$defs/', '');
  return name === undefined ? one : (getDefinitionSchema().$defs?.[name] ?? {});
};

/** Kind of input of an option. */
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

/** The values allowed by a schema; null if it is not an enumeration. */
export function schemaChoices(one: JsonSchema): readonly unknown[] | null {
  if (one.enum) return one.enum;
  if (one.const !== undefined) return [one.const];
  if (!one.anyOf) return null;
  const parts = one.anyOf.map((part) => (part.type === 'boolean' ? [true] : schemaChoices(part)));
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

const isExpression = (part: JsonSchema) => part.type === 'string' && schemaChoices(part) === null;

function listInput(items: JsonSchema): OptionInputKind {
  if (items.type === 'object') return 'objects';
  if (schemaChoices(items)) return 'choices';
  if (items.type === 'integer') return 'numbers';
  return items.type === 'string' ? 'texts' : 'json';
}

const INPUT_BY_TYPE: Readonly<Record<string, OptionInputKind>> = {
  boolean: 'switch',
  string: 'text',
  number: 'number',
  integer: 'number',
  object: 'object',
};

/** The schemas of the columns of a `rows` field, one per kind; empty for any other option. */
export function columnSchemas(one: JsonSchema): readonly JsonSchema[] {
  const { additionalProperties: columnSchemaOptions } = one;
  const kindSchemas =
    typeof columnSchemaOptions === 'object' ? (columnSchemaOptions.oneOf ?? columnSchemaOptions.anyOf ?? []) : [];
  return kindSchemas.filter(({ properties }) => properties?.kind?.const !== undefined);
}

/** The schema of a column of a kind; undefined if columns cannot have that kind. */
export const columnSchema = (one: JsonSchema, kind: string): JsonSchema | undefined =>
  columnSchemas(one).find(({ properties }) => properties?.kind?.const === kind);

/** Kind of input for a schema; JSON if no other input fits. */
export function optionInputKind(one: JsonSchema): OptionInputKind {
  if (one.const === true || typeof one.const === 'number') return 'switch';
  if (schemaChoices(one)) return 'select';
  if (one.anyOf) {
    const isCondition = one.anyOf.some(({ type }) => type === 'boolean') && one.anyOf.some(isExpression);
    if (isCondition && one.anyOf.length === 2) return 'condition';
    const object = one.anyOf.find(({ type }) => type === 'object');
    if (object && one.anyOf.length === 2) return 'object';
    return one.anyOf.every(({ type }) => type === 'string') ? 'text' : 'json';
  }
  if (one.type === 'array') return one.items ? listInput(resolveSchema(one.items)) : 'json';
  if (columnSchemas(one).length) return 'columns';
  if (one.type === 'object' && !one.properties) return 'json';
  return (one.type === undefined ? undefined : INPUT_BY_TYPE[one.type]) ?? 'json';
}

/** The object schema among the alternatives of an option, else the schema itself. */
export const objectSchema = (one: JsonSchema): JsonSchema => one.anyOf?.find(({ type }) => type === 'object') ?? one;

const kinds = (): JsonSchema[] =>
  Object.values(getDefinitionSchema().$defs ?? {}).filter(({ properties }) => properties?.kind);

/** Options that fields of every kind have. */
export function commonOptions(): string[] {
  const [first, ...rest] = kinds();
  return Object.keys(first?.properties ?? {}).filter((key) => rest.every(({ properties = {} }) => key in properties));
}

/** Options that are specific to a kind. */
export function kindOptions(kind: string): string[] {
  const common = new Set(commonOptions());
  return Object.keys(kindSchema(kind).properties ?? {}).filter((key) => !common.has(key));
}
