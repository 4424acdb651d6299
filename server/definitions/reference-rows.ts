import { fieldDef, type JsonSchema } from '#resources/language/json-schema.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';

/** Keys meant for built-in sections; a reference describes them last, or not at all. */
const BUILT_IN_KEYS: readonly string[] = [
  'after',
  'list.frame',
  'ways',
  'form[].feature',
  'form[].later',
  'api.cursor',
  'addition',
  'local',
];

/** One key of the definition language, a row of the reference. */
export interface ReferenceRow {
  /** Path of nested keys, e.g. `notify[].to.level`. */
  path: string;
  key: string;
  schema: JsonSchema;
  isNeeded: boolean;
  /** Path of another list with the same items, where these are described; undefined if they are described here. */
  like?: string;
}

/** Whether a key is meant for built-in sections. */
export const isBuiltIn = ({ path }: Pick<ReferenceRow, 'path'>): boolean =>
  BUILT_IN_KEYS.some((key) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[]`));

/** The keys of a schema and their nested keys, in the order of the language. */
export function referenceRows(schema: JsonSchema, skip: ReadonlySet<string>, above = ''): ReferenceRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    if (skip.has(key)) return [];
    const path = `${above}${key}`;
    const row = { path, key, schema: value, isNeeded: schema.required?.includes(key) === true };
    // A value may have alternative forms with keys of their own; a list shared by two forms is described once.
    const listedShapes = new Set<string>();
    return [row, ...(value.anyOf ?? [value]).flatMap((form) => nestedRows(form, path, listedShapes))];
  });
}

/**
 * Rows of the keys nested in a value.
 * @param listedShapes lists whose items are described already
 */
function nestedRows(value: JsonSchema, path: string, listedShapes: Set<string>): ReferenceRow[] {
  if (value.type !== 'array') {
    return Object.entries(value.properties ?? {}).length ? objectRows(value, path, listedShapes) : [];
  }
  const shape = JSON.stringify(value.items);
  if (!value.items?.properties || listedShapes.has(shape)) return [];
  listedShapes.add(shape);
  return referenceRows(value.items, new Set(), `${path}[].`);
}

function objectRows(value: JsonSchema, path: string, listedShapes: ReadonlySet<string>): ReferenceRow[] {
  const lists = Object.entries(value.properties ?? {}).filter(([, one]) => listedShapes.has(JSON.stringify(one.items)));
  const otherRows = referenceRows(value, new Set(lists.map(([key]) => key)), `${path}.`);
  const listRows = lists.map(([key, schema]) => ({
    path: `${path}.${key}`,
    key,
    schema,
    isNeeded: true,
    like: `${path}[]`,
  }));
  return [...otherRows, ...listRows];
}

/**
 * The schema of fields of a kind.
 * @throws Error if the schema lacks the kind
 */
export function fieldSchema(schema: JsonSchema, kind: KindName): JsonSchema {
  const kindSchema = schema.$defs?.[fieldDef(kind)];
  if (!kindSchema) throw new Error(`The schema has no kind ${kind}`);
  return kindSchema;
}

/** Escapes a text for a Markdown table cell. */
export const markdownCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Whether a bound was set on purpose, and is not just the largest safe integer. */
export const isBound = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < 2 ** 53 - 1;

/** A value as Markdown code. */
export const markdownCode = (value: unknown): string =>
  `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
