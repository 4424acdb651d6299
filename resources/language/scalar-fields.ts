import type * as z from 'zod';
import type { FieldInput } from './define-resource.ts';
import type { KINDS, KindName, KindValues } from './kinds/registry.ts';
import { fieldRule, isAlwaysRequired, kindOf } from './payload.ts';
import { wireName } from './wire-keys.ts';

/**
 * Fields of a built-in definition whose value is one text, number or yes/no. The server keeps each in a column of the section's
 * table; the rules of bodies, the shapes of answers and the types of both come from the definition, so that such a field is named
 * nowhere else.
 */

/** A definition as `defineResource` gives it, with the type of what was written. */
export interface Defined {
  readonly fields: object;
}

type ScalarKindName = { [Name in KindName]: (typeof KINDS)[Name] extends { scalar: object } ? Name : never }[KindName];

type WireName<Name, Field> = Field extends { wire: infer Wire extends string } ? Wire : Name;

/** The value of a field, in every spelling that a stored record may carry. */
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

/** The scalar values of a record by their names on the wire; optional ones may be null. */
export type ScalarValues<Definition extends Defined, Except extends string = never> = {
  -readonly [Name in keyof Definition['fields'] as Definition['fields'][Name] extends { kind: ScalarKindName }
    ? Exclude<WireName<Name, Definition['fields'][Name]>, Except>
    : never]: Definition['fields'][Name] extends { required: true }
    ? Stored<Definition['fields'][Name]>
    : Stored<Definition['fields'][Name]> | null;
};

/** A field that is not required may also be left out. */
type Checked<Value> = null extends Value ? z.ZodOptional<z.ZodType<Value, Value>> : z.ZodType<Value, Value>;

/** Rules and shapes by the names of the fields on the wire. */
export interface ScalarFields<Values> {
  names: readonly (keyof Values & string)[];
  /** The shape in a body. */
  rules: { [Name in keyof Values]: Checked<Values[Name]> };
  /** The shape in an answer. */
  shapes: { [Name in keyof Values]: Checked<Values[Name]> };
}

/**
 * The scalar fields of a definition.
 * @param except names on the wire of those that no form sends
 */
export function scalarFields<const Definition extends Defined, const Except extends string = never>(
  definition: Definition,
  except: readonly Except[] = [],
): ScalarFields<ScalarValues<Definition, Except>> {
  const exceptions: ReadonlySet<string> = new Set(except);
  const fields = Object.entries(definition.fields as Readonly<Record<string, FieldInput>>)
    .map(([name, field]) => [wireName(name, field), field] as const)
    .filter(([wire, field]) => kindOf(field).scalar && !exceptions.has(wire));
  const byName = (made: (field: FieldInput) => z.ZodType | undefined) =>
    Object.fromEntries(fields.map(([wire, field]) => [wire, made(field)]));
  return {
    names: fields.map(([wire]) => wire),
    rules: byName(fieldRule),
    shapes: byName((field) => {
      const shape = kindOf(field).scalar?.(field);
      return isAlwaysRequired(field) ? shape : shape?.nullish();
    }),
  } as unknown as ScalarFields<ScalarValues<Definition, Except>>;
}
