import type * as z from 'zod';
import type { apiSchema, builtInSchema, common } from './definition-schema.ts';
import type { FieldKind, FieldValues, KindOptions } from './every-kind.ts';

/**
 * A resource definition: plain data that describes the screens, validation, rights, API binding and OpenAPI page of a section.
 * `resourceSchema` is its schema and documentation; `defineResource` types one in TypeScript and infers the record's type.
 */

/** A definition as its author writes it. */
export type ResourceInput = Omit<z.input<typeof builtInSchema>, 'fields'> & {
  fields: Readonly<Record<string, FieldInput>>;
};
/** A definition with its defaults filled in. */
export type Resource = Omit<z.output<typeof builtInSchema>, 'fields' | 'routes' | 'api'> & {
  fields: Readonly<Record<string, FieldInput>>;
  routes: { list: string; create?: string; edit?: string };
  api: z.output<typeof apiSchema>;
  /** Whether its records are in the bundled server's generic storage. */
  generic: boolean;
  /** Names of the fields that the reader may not change; set in the definition as they see it (`getViewForLevel`). */
  locked?: ReadonlySet<string>;
};

type CommonOptions = { [Key in keyof typeof common]?: z.output<(typeof common)[Key]> };
/** A field as its author writes it: kind, common options, options of the kind. */
export type FieldInput = {
  [Name in FieldKind]: { kind: Name } & Omit<CommonOptions, keyof KindOptions<Name>> & KindOptions<Name>;
}[FieldKind];
/** A field of one kind. */
export type FieldOf<Name extends FieldKind> = Extract<FieldInput, { kind: Name }>;

type ValueOf<Field> = Field extends { options: readonly { value: infer Value }[] }
  ? Value
  : Field extends { kind: infer Name extends FieldKind }
    ? FieldValues[Name]
    : never;

/** The record a definition describes; optional fields may be null. */
export type RecordOf<Definition extends { fields: object }> = { id: number } & {
  -readonly [Name in keyof Definition['fields']]: Definition['fields'][Name] extends { required: true }
    ? ValueOf<Definition['fields'][Name]>
    : ValueOf<Definition['fields'][Name]> | null;
};

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** Types a definition, which is plain data without functions and components; `readDefinition` checks it at startup. */
export function defineResource<const Definition extends DeepReadonly<ResourceInput>>(
  definition: Definition,
): Definition {
  return definition;
}
