import { optionHelp, optionLabel, valueLabel } from '#i18n/definition-option-texts.ts';
import { definitionBuilder } from '#i18n/ru/definition-builder.ts';
import { definitionReference as words } from '#i18n/ru/definition-reference.ts';
import { definitionJsonSchema, type JsonSchema } from '#resources/language/json-schema.ts';
import { KIND_GUIDE } from '#resources/language/kind-guide.ts';
import { KIND_NAMES, KINDS, type KindName } from '#resources/language/kinds/registry.ts';
import { getTraits } from '#resources/language/kinds/traits.ts';
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

/** Keys for developers, described only on the English page. */
const DEVELOPER_KEYS = [
  '$schema',
  'routes',
  'api',
  'record',
  'list.body',
  'list.above',
  'list.view',
  'list.card',
  'card.head',
  'card.body',
  'card.foot',
  'form.head',
  'wire',
  'sparse',
  'input',
  'cell',
];

const isForDevelopers = (path: string): boolean =>
  DEVELOPER_KEYS.some((key) => path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[]`));

const names: Readonly<Record<string, string>> = words.names;

/** The parent key of a path; `top` for a key without one. */
const keyAbove = (path: string, top: string): string => path.replaceAll('[]', '').split('.').at(-2) ?? top;

const fillTemplate = (text: string, value: string | number): string => text.replace(/%\{\w+\}/, () => String(value));

/** Short description of the allowed values. */
function valueText(schema: JsonSchema): string {
  const formatValue = (value: unknown): string => {
    const label = valueLabel(value);
    return label === String(value) ? markdownCode(value) : `${markdownCode(value)} – ${label.toLowerCase()}`;
  };
  if (schema.const !== undefined) return formatValue(schema.const);
  if (schema.enum) return schema.enum.map(formatValue).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(valueText))].join(` ${words.value.or} `);
  if (schema.$ref) return words.value.field;
  if (schema.type === 'array')
    return fillTemplate(words.value.list, schema.items ? valueText(schema.items) : words.value.any);
  if (schema.type === 'object') return schema.properties ? words.value.keys : words.value.anyKeys;
  const { text, whole, number, flag } = words.value;
  const name = { string: text, integer: whole, number, boolean: flag }[schema.type as 'string'] ?? words.value.any;
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const bounds = [
    ...(isNumber && isBound(schema.minimum) ? [fillTemplate(words.value.least, schema.minimum)] : []),
    ...(isNumber && isBound(schema.maximum) ? [fillTemplate(words.value.most, schema.maximum)] : []),
  ];
  return [name, ...bounds].join(' ');
}

/**
 * A Markdown row of a table of keys.
 * @param top what top-level keys belong to: the section, any field, or a kind
 */
function tableRow({ path, key, schema, isNeeded, like }: ReferenceRow, top: string): string {
  const above = keyAbove(path, top);
  const name = optionLabel(key, above) ?? names[path] ?? '';
  const ownValue = path === 'kind' ? words.value.kind : valueText(schema);
  const value = like === undefined ? ownValue : fillTemplate(words.like, markdownCode(like));
  const help = optionHelp(key, above);
  const about = [
    ...(isNeeded && like === undefined ? [words.needed] : []),
    ...(help ? [`${help}.`] : []),
    ...(schema.default === undefined ? [] : [fillTemplate(words.usual, markdownCode(schema.default))]),
  ].join(' ');
  return `| ${[markdownCode(path), name, value, about].map(markdownCell).join(' | ')} |`;
}

function table(rows: readonly ReferenceRow[], top: string): string[] {
  const { key, name, value, about } = words.head;
  const rowsForAdministrators = rows.filter((row) => !isBuiltIn(row) && !isForDevelopers(row.path));
  return [
    `| ${[key, name, value, about].join(' | ')} |`,
    '|---|---|---|---|',
    ...rowsForAdministrators.map((row) => tableRow(row, top)),
  ];
}

function abilityText(kind: KindName): string {
  const { column } = KINDS[kind] as { column?: string };
  const { all, filter, presence, none, csv, noCsv } = words.can;
  const byOrder = getTraits({ kind }).order === 'everywhere' ? all : filter;
  const byColumn = column === 'presence' ? presence : byOrder;
  return `${column === undefined ? none : byColumn} ${hasColumn(KIND_GUIDE[kind].example) ? csv : noCsv}`;
}

function kindPart(schema: JsonSchema, kind: KindName, common: ReadonlySet<string>): string[] {
  const rows = referenceRows(fieldSchema(schema, kind), common);
  return [
    `### ${definitionBuilder.kinds[kind]}: \`${kind}\``,
    '',
    `${words.about[kind]} ${abilityText(kind)}`,
    '',
    ...(rows.length ? table(rows, kind) : [words.noOptions]),
    '',
  ];
}

/**
 * The reference for administrators, `docs/definition-reference.ru.md`, generated from the schema and the texts of the builder.
 */
export function russianReferencePage(): string {
  const schema = definitionJsonSchema();
  const [first = 'text'] = KIND_NAMES;
  const ofField = referenceRows(fieldSchema(schema, first), new Set(Object.keys(KINDS[first].options.shape)));
  const common = new Set(ofField.map(({ path }) => path));
  return [
    `# ${words.title}`,
    '',
    ...words.intro,
    '',
    `## ${words.definition}`,
    '',
    ...table(referenceRows(schema, new Set()), 'section'),
    '',
    `## ${words.field}`,
    '',
    ...table(ofField, 'field'),
    '',
    `## ${words.kinds}`,
    '',
    ...KIND_NAMES.flatMap((kind) => kindPart(schema, kind, common)),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
    .replaceAll('\u00a0', ' ');
}
