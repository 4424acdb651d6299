import { definitionJsonSchema, fieldDef, type JsonSchema } from '#resources/language/json-schema.ts';
import { KIND_NAMES } from '#resources/language/kinds/registry.ts';

/** Ways to what a schema knows, a word each: `list.sort.field`; items of lists and alternatives stand on the way of their list. */
function waysIn(schema: JsonSchema, above: string): string[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => waysIn(choice, above));
  if (schema.items) return waysIn(schema.items, above);
  const inner = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => waysIn(value, `${above}.${key}`));
  const values = (schema.enum ?? []).map((value) => `${above}=${String(value)}`);
  return [above, ...values, ...inner];
}

/** Words that no section of the generic storage has, or that change nothing about its records. */
const ELSEWHERE = /^(api|\$schema)\b|icon=|=suspend$/;
/** Widgets of the product, which are made for its own sections. */
const WIDGET = /^(list\.(body|frame|card|above)|card\.(head|body|foot)|form\.head|fields\.(input|cell))=/;

/** Every word of the language that a section of the generic storage may use, out of the schema itself: a new one is among them. */
export function wordsOf(): string[] {
  const schema = definitionJsonSchema();
  const { fields: _, ...whole } = schema.properties ?? {};
  const words = Object.entries(whole).flatMap(([key, value]) => waysIn(value, key));
  for (const kind of KIND_NAMES) {
    const field = schema.$defs?.[fieldDef(kind)];
    if (!field) throw new Error(`The schema has no kind ${kind}`);
    for (const [key, value] of Object.entries(field.properties ?? {})) {
      words.push(...waysIn(value, COMMON.has(key) ? `fields.${key}` : `fields.${kind}.${key}`));
    }
  }
  return [...new Set(words.map(plain))].filter((word) => !ELSEWHERE.test(word) && !WIDGET.test(word));
}

/** Sections of a form say the same, however they are laid out. */
const plain = (word: string) => word.replace(/^form\.(steps|tabs)\./, 'form.');

/** Options of every field: used once is enough, whatever its kind. */
const COMMON: ReadonlySet<string> = new Set(
  [...KIND_NAMES.map((kind) => Object.keys(definitionJsonSchema().$defs?.[fieldDef(kind)]?.properties ?? {}))].reduce(
    (shared, keys) => shared.filter((key) => keys.includes(key)),
  ),
);

function usedIn(value: unknown, above: string): string[] {
  if (Array.isArray(value)) return [above, ...value.flatMap((item) => usedIn(item, above))];
  if (typeof value !== 'object' || value === null) return [above, `${above}=${String(value)}`];
  return [above, ...Object.entries(value).flatMap(([key, inner]) => usedIn(inner, `${above}.${key}`))];
}

/** The words that a definition uses. */
export function wordsIn({ fields, ...whole }: Record<string, unknown>): string[] {
  const words = Object.entries(whole).flatMap(([key, value]) => usedIn(value, key));
  for (const field of Object.values(fields as Record<string, Record<string, unknown>>)) {
    for (const [key, value] of Object.entries(field)) {
      words.push(...usedIn(value, COMMON.has(key) ? `fields.${key}` : `fields.${String(field.kind)}.${key}`));
    }
  }
  return words.map(plain);
}
