import type * as z from 'zod';
import type { apiSchema, builtInSchema, common } from './definition-schema.ts';
import type { FieldKind, FieldValues, KindOptions } from './every-kind.ts';

/**
 * A resource definition: plain data from which the screens, the rules on both sides, the rights, the
 * API binding and the OpenAPI page of a section are made. `resourceSchema` is its shape and its
 * documentation at once; `defineResource` states one in TypeScript and infers the record's type.
 */

/** A definition as it is written. */
export type ResourceInput = Omit<z.input<typeof builtInSchema>, 'fields'> & {
  fields: Readonly<Record<string, FieldInput>>;
};
/** A definition with its defaults filled in. */
export type Resource = Omit<z.output<typeof builtInSchema>, 'fields' | 'routes' | 'api'> & {
  fields: Readonly<Record<string, FieldInput>>;
  routes: { list: string; create?: string; edit?: string };
  api: z.output<typeof apiSchema>;
  /** Whether the backend in the box keeps it in its generic storage. */
  generic: boolean;
  /** Names of the fields that a person may not change, in the definition as they see it (`viewFor`). */
  locked?: ReadonlySet<string>;
};

type CommonOptions = { [Key in keyof typeof common]?: z.output<(typeof common)[Key]> };
/** A field as it is written: its kind, what every field may say, the options of the kind. */
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

/** States a resource. Plain data: no function, no component. It is checked by `readDefinition` when the product starts. */
export function defineResource<const Definition extends DeepReadonly<ResourceInput>>(
  definition: Definition,
): Definition {
  return definition;
}
