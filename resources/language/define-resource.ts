import * as z from 'zod';
import { ICONS } from './icons.ts';
import { KIND_NAMES, KINDS, type KindName, type KindOptions, type KindValues } from './kinds/registry.ts';
import { SLOTS } from './slots.ts';

/**
 * A resource definition: plain data from which the screens, the rules on both sides, the rights, the
 * API binding and the OpenAPI page of a section are made. `resourceSchema` is its shape and its
 * documentation at once; `defineResource` states one in TypeScript and infers the record's type.
 */

const name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'name: small latin letters, digits and dashes');
const fieldName = z.string().regex(/^[a-z][a-zA-Z0-9_]{0,59}$/, 'field name: latin letters, digits and _');
const path = z.string().regex(/^\/[a-z0-9/_-]*$/, 'path: begins with /, small latin letters, digits, / _ -');

const wordsSchema = z.strictObject({
  one: z.string().min(1).describe('1: «камера»'),
  few: z.string().min(1).describe('2–4: «камеры»'),
  many: z.string().min(1).describe('5–20: «камер»'),
  accusative: z.string().min(1).describe('Whom or what: «камеру»'),
  gender: z.enum(['f', 'm', 'n']),
  plural: z.string().min(1).describe('The section: «камеры»'),
});

/** What every field may say, whatever its kind. */
const common = {
  label: z.string().optional().describe('Left out: the text `resources.<name>.fields.<field>`'),
  required: z.boolean().optional(),
  message: z.string().optional().describe('Shown when a required value is missing; a text key or the sentence'),
  wire: z.string().optional().describe('Name on the wire, when it is another one'),
  help: z.string().optional(),
  filter: z.boolean().optional().describe('Offered as a filter of the list'),
  unique: z.boolean().optional().describe('No two records may share the value (stored generically only)'),
};

const kindSchemas = KIND_NAMES.map((kind) =>
  z.strictObject({ kind: z.literal(kind), ...common, ...(KINDS[kind].options as z.ZodObject).shape }),
);
const fieldSchema = z.discriminatedUnion('kind', kindSchemas as unknown as [z.ZodObject, ...z.ZodObject[]], {
  error: (issue) =>
    `kind: one of ${KIND_NAMES.join(', ')}, not ${JSON.stringify((issue.input as { kind?: unknown } | undefined)?.kind)}`,
});

const slot = z.enum(SLOTS);

const formSection = z.strictObject({
  title: z.string().optional(),
  hint: z.string().optional(),
  fields: z.array(fieldName).min(1),
});

const apiSchema = z.strictObject({
  dialect: z.enum(['crm', 'simple-rest']),
  path: path.describe('Address of the collection, with its final slash where the server wants one'),
  paging: z
    .enum(['none', 'page', 'next', 'cursor'])
    .describe('none: the whole list; page: page and page_size; next: the next link of the answer; cursor: from_<key>'),
  cursor: z
    .string()
    .optional()
    .describe('Key of the last record that the next batch starts after (`order` → `from_order`)'),
  pageSize: z.number().int().min(1).max(500).optional(),
  scope: z.literal('buildings_id').optional().describe('List calls carry the checked buildings'),
  update: z.enum(['PUT', 'PATCH']).default('PUT'),
  id: z.string().default('id').describe('Key of the record id on the wire'),
});

/** The whole shape of a definition. */
export const resourceSchema = z.strictObject({
  $schema: z.string().optional(),
  name,
  section: name.describe('Permission section that guards it'),
  icon: z.enum(ICONS),
  words: wordsSchema,
  menu: z.boolean().default(true).describe('Whether the left menu lists it'),
  routes: z.strictObject({ list: path, create: path.optional(), edit: path.optional() }).optional(),
  api: apiSchema.optional().describe('Left out: stored by the backend in the box, spoken to as simple-rest'),
  record: z
    .strictObject({ notOwn: z.string().optional(), wholeBuilding: z.string().optional() })
    .optional()
    .describe('Rules about single records, see `RecordRules`'),
  building: fieldName
    .optional()
    .describe('Field that ties a record to its building(s): readers see the records of theirs'),
  fields: z.record(fieldName, fieldSchema),
  list: z.strictObject({
    layout: z.enum(['table', 'cards', 'feed']),
    card: slot.optional().describe('Widget of one record, for cards and feed'),
    columns: z.array(fieldName).optional(),
    menu: z.array(z.enum(['edit', 'hold-delete'])).default([]),
    search: z.array(fieldName).optional().describe('Fields one search box looks in'),
    sort: z.strictObject({ field: fieldName, order: z.enum(['ASC', 'DESC']) }).optional(),
    pageSizes: z.array(z.number().int().min(1).max(500)).optional(),
  }),
  card: z
    .strictObject({ title: fieldName, fields: z.array(fieldName) })
    .optional()
    .describe('Side card of a chosen record'),
  form: z.union([z.array(formSection), z.strictObject({ steps: z.array(formSection) })]).optional(),
});

/** A definition as it is written. */
export type ResourceInput = Omit<z.input<typeof resourceSchema>, 'fields'> & {
  fields: Readonly<Record<string, FieldInput>>;
};
/** A definition with its defaults filled in. */
export type Resource = Omit<z.output<typeof resourceSchema>, 'fields' | 'routes' | 'api'> & {
  fields: Readonly<Record<string, FieldInput>>;
  routes: { list: string; create?: string; edit?: string };
  api: z.output<typeof apiSchema>;
  /** Whether the backend in the box keeps it in its generic storage. */
  generic: boolean;
};

type CommonOptions = { [Key in keyof typeof common]?: z.output<(typeof common)[Key]> };
/** A field as it is written: its kind, what every field may say, the options of the kind. */
export type FieldInput = { [Name in KindName]: { kind: Name } & CommonOptions & KindOptions<Name> }[KindName];
/** A field of one kind. */
export type FieldOf<Name extends KindName> = Extract<FieldInput, { kind: Name }>;

type ValueOf<Field> = Field extends { kind: 'choice'; options: readonly { value: infer Value }[] }
  ? Value
  : Field extends { kind: infer Name extends KindName }
    ? KindValues[Name]
    : never;

/** The record a definition describes; optional fields may be null. */
export type RecordOf<Definition extends { fields: object }> = { id: number } & {
  -readonly [Name in keyof Definition['fields']]: Definition['fields'][Name] extends { required: true }
    ? ValueOf<Definition['fields'][Name]>
    : ValueOf<Definition['fields'][Name]> | null;
};

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** States a resource. Plain data: no function, no component. It is checked by `readDefinition` when the product starts. */
export function defineResource<const Definition extends DeepReadonly<ResourceInput>>(
  definition: Definition,
): Definition {
  return definition;
}
