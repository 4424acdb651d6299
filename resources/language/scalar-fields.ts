import type * as z from 'zod';
import type { FieldInput } from './define-resource.ts';
import type { KINDS, KindName, KindValues } from './kinds/registry.ts';
import { fieldRule, getKind, isAlwaysRequired } from './payload.ts';
import { wireName } from './wire-keys.ts';

/**
 * Fields of a built-in definition whose value is a single text, number or boolean. The server stores each in a column of the
 * section's table; validation, response schemas and their types all derive from the definition, so that such a field is defined
 * only there.
 */

/** A definition returned by `defineResource`, with its literal type. */
export interface Defined {
  readonly fields: object;
}

type ScalarKindName = { [Name in KindName]: (typeof KINDS)[Name] extends { scalar: object } ? Name : never }[KindName];

type WireName<Name, Field> = Field extends { wire: infer Wire extends string } ? Wire : Name;

/** Type of a field's value, including old spellings that stored records may have. */
type Stored<Field> = Field extends { options: readonly (infer Option)[] }
  ? SpellingOf<Option>
  : Field extends { kind: infer Name extends KindName }
    ? KindValues[Name]
    : never;
type SpellingOf<Option> = Option extends { value: infer Value; same: readonly (infer Spelling)[] }
  ? Value | Spelling
  : Option extends { value: infer Value }
    ? Value
    : never;

/** The scalar values of a record by wire names; optional ones may be null. */
export type ScalarValues<Definition extends Defined, Except extends string = never> = {
  -readonly [Name in keyof Definition['fields'] as Definition['fields'][Name] extends { kind: ScalarKindName }
    ? Exclude<WireName<Name, Definition['fields'][Name]>, Except>
    : never]: Definition['fields'][Name] extends { required: true }
    ? Stored<Definition['fields'][Name]>
    : Stored<Definition['fields'][Name]> | null;
};

/** Schema type: an optional field may also be left out. */
type FieldSchema<Value> = null extends Value ? z.ZodOptional<z.ZodType<Value, Value>> : z.ZodType<Value, Value>;

/** Schemas by wire names. */
export interface ScalarFields<Values> {
  names: readonly (keyof Values & string)[];
  /** Schemas of request bodies. */
  rules: { [Name in keyof Values]: FieldSchema<Values[Name]> };
  /** Schemas of responses. */
  shapes: { [Name in keyof Values]: FieldSchema<Values[Name]> };
}

/**
 * The scalar fields of a definition.
 * @param except wire names of fields that no form sends
 */
export function scalarFields<const Definition extends Defined, const Except extends string = never>(
  definition: Definition,
  except: readonly Except[] = [],
): ScalarFields<ScalarValues<Definition, Except>> {
  const exceptions: ReadonlySet<string> = new Set(except);
  const fields = Object.entries(definition.fields as Readonly<Record<string, FieldInput>>)
    .map(([name, field]) => [wireName(name, field), field] as const)
    .filter(([wire, field]) => getKind(field).scalar && !exceptions.has(wire));
  const byName = (create: (field: FieldInput) => z.ZodType | undefined) =>
    Object.fromEntries(fields.map(([wire, field]) => [wire, create(field)]));
  return {
    names: fields.map(([wire]) => wire),
    rules: byName(fieldRule),
    shapes: byName((field) => {
      const shape = getKind(field).scalar?.(field);
      return isAlwaysRequired(field) ? shape : shape?.nullish();
    }),
  } as unknown as ScalarFields<ScalarValues<Definition, Except>>;
}
