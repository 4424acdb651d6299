import { definitionJsonSchema, type JsonSchema } from '#resources/language/json-schema.ts';
import { KIND_GUIDE } from '#resources/language/kind-guide.ts';
import { KIND_NAMES, KINDS, type KindName } from '#resources/language/kinds/registry.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
import { SLOTS } from '#resources/language/slots.ts';
import { hasColumn } from '#resources/rules/import/fields.ts';
import {
  fieldSchema,
  isBound,
  isBuiltIn,
  markdownCell,
  markdownCode,
  type ReferenceRow,
  referenceRows,
} from './reference-rows.ts';

/** Whether a schema lists the built-in widgets, which are described only in the second part of the page. */
const isSlot = ({ enum: values }: JsonSchema): boolean => values?.length === SLOTS.length && values[0] === SLOTS[0];

/** Short description of the allowed values: «text, at most 60». */
function typeName(schema: JsonSchema): string {
  if (schema.const !== undefined) return markdownCode(schema.const);
  if (schema.enum) return schema.enum.map(markdownCode).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.filter((one) => !isSlot(one)).map(typeName))].join(' or ');
  if (schema.$ref) return 'a field, see below';
  if (schema.type === 'array') return `list of ${schema.items ? typeName(schema.items) : 'values'}`;
  if (schema.type === 'object') return schema.properties ? 'keys, see below' : 'keys of your choice';
  const name = { string: 'text', integer: 'whole number', number: 'number', boolean: '`true` or `false`' };
  const least = schema.minimum ?? schema.minLength;
  const most = schema.maximum ?? schema.maxLength;
  return [
    name[schema.type as keyof typeof name] ?? 'any value',
    ...(isBound(least) ? [`at least ${least}`] : []),
    ...(isBound(most) ? [`at most ${most}`] : []),
    ...(schema.pattern ? [`like ${markdownCode(schema.pattern)}`] : []),
  ].join(', ');
}

/** A Markdown row of a table of keys. */
function tableRow({ path, schema, isNeeded, like }: ReferenceRow): string {
  if (like !== undefined) return `| \`${path}\` | list of sections, as \`${like}\` | yes |  |`;
  const defaults = schema.default === undefined ? [] : [`left out: ${markdownCode(schema.default)}`];
  const meaning = markdownCell([schema.description ?? [], defaults].flat().join('; '));
  return `| \`${path}\` | ${markdownCell(typeName(schema))} | ${isNeeded ? 'yes' : ''} | ${meaning} |`;
}

const table = (rows: readonly ReferenceRow[]): string[] => [
  '| key | value | needed | meaning |',
  '|---|---|---|---|',
  ...rows.map(tableRow),
];

/** Sentence about filtering, sorting and uniqueness of a kind of field. */
function abilityNote(kind: KindName, column: string | undefined): string {
  if (column === 'presence') return 'Can be filtered by whether it holds anything, neither sorted by nor `unique`';
  if (!column) return 'Cannot be filtered, sorted by or `unique`';
  if (getTraits({ kind }).order === 'everywhere') return 'Can be filtered, sorted by and `unique`';
  // A record stores only the id, so sorting would need the name of every record first.
  return 'Can be filtered and `unique`; its column has no sorting head, since a record keeps ids and not what they are called';
}

/** The lines of the page about one kind. */
function kindPart(schema: JsonSchema, kind: KindName, common: ReadonlySet<string>): string[] {
  const { about, example, beside } = KIND_GUIDE[kind];
  const ownRows = referenceRows(fieldSchema(schema, kind), common);
  const { column } = KINDS[kind] as { column?: string };
  const notes = `${abilityNote(kind, column)}; ${hasColumn(example) ? 'goes into CSV files' : 'does not go into CSV files'}.`;
  const fields = { ...beside, example };
  return [
    `### \`${kind}\``,
    '',
    `${about} ${notes}`,
    '',
    ...(ownRows.length ? [...table(ownRows), ''] : ['No options of its own.', '']),
    '```json',
    ...JSON.stringify(fields, null, 2)
      .split('\n')
      .slice(1, -1)
      .map((line) => line.slice(2)),
    '```',
    '',
  ];
}

const EDITOR = [
  'An editor completes and checks a file that begins with `"$schema": "https://your-console.example/resources/schema.json"`',
  '(or a path to `resources/definition.schema.json`). `npm run resource:check FILE…` says everything that is wrong with',
  'it, with the line.',
];

/** The reference page `docs/definition-reference.md`, generated from the schema that validates definitions. */
export function referencePage(): string {
  const schema = definitionJsonSchema();
  const [first = 'text'] = KIND_NAMES;
  const kindOptions = new Set(Object.keys(KINDS[first].options.shape));
  const ofDefinition = referenceRows(schema, new Set());
  const ofField = referenceRows(fieldSchema(schema, first), kindOptions);
  const common = new Set(ofField.map(({ path }) => path));
  const forAuthors = (row: ReferenceRow) => !isBuiltIn(row);
  return [
    '# Reference of the definition language',
    '',
    'Made by `npm run reference` from `resources/language/`; do not edit it by hand. How to begin: `section-author.md`.',
    'Five whole sections to start from: `examples/`. The first part is what an author of a section needs; the',
    '[second](#what-serves-sections-of-the-product) is what the sections of the product say besides.',
    '',
    ...EDITOR,
    '',
    '## The definition',
    '',
    ...table(ofDefinition.filter(forAuthors)),
    '',
    '## What every field may say',
    '',
    ...table(ofField.filter(forAuthors)),
    '',
    '## Kinds of fields',
    '',
    ...KIND_NAMES.flatMap((kind) => kindPart(schema, kind, common)),
    '## What serves sections of the product',
    '',
    'Made for the sections that the product brings and shaped by the answers of its own server. A definition of yours may say',
    'these as well, where your server gives the same; what they mean follows those sections.',
    '',
    '### Keys of the definition',
    '',
    ...table(ofDefinition.filter(isBuiltIn)),
    '',
    '### Keys of every field',
    '',
    ...table(ofField.filter(isBuiltIn)),
    '',
    '### Widgets',
    '',
    `Wherever a widget of yours (\`own-…\`) may be named: ${SLOTS.map(markdownCode).join(', ')}.`,
    '',
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
