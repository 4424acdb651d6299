import { needsOwnServer } from '#resources/language/generic-mistakes.ts';
import { definitionJsonSchema, fieldDef, type JsonSchema } from '#resources/language/json-schema.ts';
import { KIND_GUIDE } from '#resources/language/kind-guide.ts';
import { KIND_NAMES, KINDS, type KindName } from '#resources/language/kinds/registry.ts';
import { SORTED } from '#resources/language/sorted-kinds.ts';
import { hasColumn } from '#resources/rules/import/fields.ts';

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** What a value may be, in a few words: «text, at most 60». */
function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.$ref) return 'a field, see below';
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'values'}`;
  if (schema.type === 'object') return schema.properties ? 'keys, see below' : 'keys of your choice';
  const name = { string: 'text', integer: 'whole number', number: 'number', boolean: '`true` or `false`' };
  const least = schema.minimum ?? schema.minLength;
  const most = schema.maximum ?? schema.maxLength;
  const sane = (bound: number | undefined): bound is number => bound !== undefined && Math.abs(bound) < 2 ** 53 - 1;
  return [
    name[schema.type as keyof typeof name] ?? 'any value',
    ...(sane(least) ? [`at least ${least}`] : []),
    ...(sane(most) ? [`at most ${most}`] : []),
    ...(schema.pattern ? [`like ${code(schema.pattern)}`] : []),
  ].join(', ');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Rows of a table of keys; keys within keys are written as a path. */
function rows(schema: JsonSchema, skip: ReadonlySet<string>, above = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    if (skip.has(key)) return [];
    const needed = schema.required?.includes(key) ? 'yes' : '';
    const usual = value.default === undefined ? [] : [`left out: ${code(value.default)}`];
    const line = `| \`${above}${key}\` | ${cell(typeOf(value))} | ${needed} | ${cell([value.description ?? [], usual].flat().join('; '))} |`;
    // What may be written in several ways is told of each; a list that one way has in common with another only once.
    const told = new Set<string>();
    const inner = (value.anyOf ?? [value]).flatMap((way) => within(way, `${above}${key}`, told));
    return [line, ...inner];
  });
}

/** Rows of what lies within a value. @param told lists whose items have been told of */
function within(value: JsonSchema, path: string, told: Set<string>): string[] {
  if (value.type !== 'array') {
    return Object.entries(value.properties ?? {}).length ? inObject(value, path, told) : [];
  }
  const shape = JSON.stringify(value.items);
  if (!value.items?.properties || told.has(shape)) return [];
  told.add(shape);
  return rows(value.items, new Set(), `${path}[].`);
}

function inObject(value: JsonSchema, path: string, told: ReadonlySet<string>): string[] {
  const known = Object.entries(value.properties ?? {}).filter(([, one]) => told.has(JSON.stringify(one.items)));
  const lists = new Map(known);
  const others = rows(value, new Set(lists.keys()), `${path}.`);
  const said = known.map(([key]) => `| \`${path}.${key}\` | list of sections, as \`${path}[]\` | yes |  |`);
  return [...others, ...said];
}

const table = (lines: readonly string[]): string[] => [
  '| key | value | needed | meaning |',
  '|---|---|---|---|',
  ...lines,
];

function fieldSchema(schema: JsonSchema, kind: KindName): JsonSchema {
  const found = schema.$defs?.[fieldDef(kind)];
  if (!found) throw new Error(`The schema has no kind ${kind}`);
  return found;
}

/** What a list can do by a kind of field. */
function abilities(kind: KindName, hasColumn: boolean): string {
  if (!hasColumn) return 'Cannot be filtered, sorted by or `unique`';
  if (SORTED.has(kind)) return 'Can be filtered, sorted by and `unique`';
  // A record holds the id alone: to sort a long list by what it is called every name would have to be read first.
  return 'Can be filtered and `unique`; its column has no sorting head, since a record keeps ids and not what they are called';
}

/** The part of the page about one kind. */
function kindPart(schema: JsonSchema, kind: KindName, common: ReadonlySet<string>): string[] {
  const { about, example, beside } = KIND_GUIDE[kind];
  const own = rows(fieldSchema(schema, kind), common);
  const { column } = KINDS[kind] as { column?: string };
  const notes = needsOwnServer(example)
    ? 'Only in a section that another server keeps (`api`).'
    : `${abilities(kind, column !== undefined)}; ${hasColumn(example) ? 'goes into CSV files' : 'does not go into CSV files'}.`;
  const fields = { ...beside, example };
  return [
    `### \`${kind}\``,
    '',
    `${about} ${notes}`,
    '',
    ...(own.length ? [...table(own), ''] : ['No options of its own.', '']),
    '```json',
    ...JSON.stringify(fields, null, 2)
      .split('\n')
      .slice(1, -1)
      .map((line) => line.slice(2)),
    '```',
    '',
  ];
}

/** The whole reference page, `docs/definition-reference.md`: Markdown made of the shape that definitions are checked by. */
export function referencePage(): string {
  const schema = definitionJsonSchema();
  const [first = 'text'] = KIND_NAMES;
  const inText = new Set(Object.keys(KINDS[first].options.shape));
  const shared = fieldSchema(schema, first);
  const common = new Set(Object.keys(shared.properties ?? {}).filter((key) => !inText.has(key)));
  return [
    '# Reference of the definition language',
    '',
    'Made by `npm run reference` from `resources/language/`; do not edit it by hand. How to begin: `section-author.md`.',
    'Three whole sections to start from: `examples/`.',
    '',
    'An editor completes and checks a file that begins with `"$schema": "https://your-console.example/resources/schema.json"`',
    '(or a path to `resources/definition.schema.json`). `npm run resource:check FILE…` says everything that is wrong with',
    'it, with the line.',
    '',
    '## The definition',
    '',
    ...table(rows(schema, new Set())),
    '',
    '## What every field may say',
    '',
    ...table(rows(shared, inText)),
    '',
    '## Kinds of fields',
    '',
    ...KIND_NAMES.flatMap((kind) => kindPart(schema, kind, common)),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
