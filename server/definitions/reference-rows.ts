import { fieldDef, type JsonSchema } from '#resources/language/json-schema.ts';
import type { KindName } from '#resources/language/kinds/registry.ts';

/** Keys that serve sections of the product: a reference tells of them last, or not at all. */
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

/** One key of the definition language: a row of a table of the reference. */
export interface ReferenceRow {
  /** `notify[].to.level`: keys within keys as a path. */
  path: string;
  key: string;
  schema: JsonSchema;
  isNeeded: boolean;
  /** The path at which the items of this list are described; left out where they are described here. */
  like?: string;
}

/** Whether a key serves sections of the product. */
export const isBuiltIn = ({ path }: Pick<ReferenceRow, 'path'>): boolean =>
  BUILT_IN_KEYS.some((key) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[]`));

/** The keys of a schema and the keys within them, in the order of the language. */
export function referenceRows(schema: JsonSchema, skip: ReadonlySet<string>, above = ''): ReferenceRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    if (skip.has(key)) return [];
    const path = `${above}${key}`;
    const row = { path, key, schema: value, isNeeded: schema.required?.includes(key) === true };
    // A value may be written in several ways, each with keys of its own. A list that two ways share is described once.
    const listedShapes = new Set<string>();
    return [row, ...(value.anyOf ?? [value]).flatMap((way) => within(way, path, listedShapes))];
  });
}

/** Rows of what lies within a value. @param listedShapes lists whose items have been told of */
function within(value: JsonSchema, path: string, listedShapes: Set<string>): ReferenceRow[] {
  if (value.type !== 'array') {
    return Object.entries(value.properties ?? {}).length ? inObject(value, path, listedShapes) : [];
  }
  const shape = JSON.stringify(value.items);
  if (!value.items?.properties || listedShapes.has(shape)) return [];
  listedShapes.add(shape);
  return referenceRows(value.items, new Set(), `${path}[].`);
}

function inObject(value: JsonSchema, path: string, listedShapes: ReadonlySet<string>): ReferenceRow[] {
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

/** The schema of the fields of a kind. @throws Error for a kind that the schema lacks */
export function fieldSchema(schema: JsonSchema, kind: KindName): JsonSchema {
  const kindSchema = schema.$defs?.[fieldDef(kind)];
  if (!kindSchema) throw new Error(`The schema has no kind ${kind}`);
  return kindSchema;
}

/** A text as a cell of a Markdown table. */
export const markdownCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A bound that was meant, and is not that of whole numbers. */
export const isBound = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < 2 ** 53 - 1;

/** A value of the language as code of Markdown. */
export const markdownCode = (value: unknown): string =>
  `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
