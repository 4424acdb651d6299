import type { RaRecord } from 'react-admin';
import type { FieldInput, FieldOf } from '#resources/language/define-resource.ts';
import type { FieldKind } from '#resources/language/every-kind.ts';

interface InputOf<Field extends FieldInput> {
  /** Name of the field in the form. */
  source: string;
  field: Field;
  /** Translated. */
  label: string;
  /** Name of the definition, for texts of choices. */
  resource: string;
}

interface CellOf<Field extends FieldInput> {
  /** The value in the record. */
  value: unknown;
  field: Field;
  source: string;
  resource: string;
  record: RaRecord;
}

interface ChangeOf<Field extends FieldInput> {
  /** The former value of the record, and the one since. */
  before: unknown;
  after: unknown;
  field: Field;
  source: string;
  resource: string;
}

interface FullOf<Field extends FieldInput> {
  /** The form's value of the field. */
  value: unknown;
  /** The form's value on the other side of a comparison. */
  other: unknown;
  field: Field;
  source: string;
  resource: string;
  /** All that the form holds on this side. */
  values: Readonly<Record<string, unknown>>;
  /** The record as the server gave it, now and before: they know the names of what a form keeps by id. */
  records: readonly RaRecord[];
  /** Of a kind that is made of named parts, the part that is shown. */
  part: string | null;
}

interface FilterOf<Field extends FieldInput> {
  field: Field;
  source: string;
  resource: string;
  /** Translated. */
  label: string;
  /** The present filter; undefined without one. */
  value: unknown;
  /** Filters by a value; undefined ends it. */
  onChange: (value: unknown) => void;
}

/** Properties of every input of a form. */
export type InputProps<Name extends FieldKind = FieldKind> = InputOf<FieldOf<Name>>;
/** Properties of every cell of a table or line of a side card. */
export type CellProps<Name extends FieldKind = FieldKind> = CellOf<FieldOf<Name>>;
/** Properties of a component that draws a change of a value. */
export type ChangeProps<Name extends FieldKind = FieldKind> = ChangeOf<FieldOf<Name>>;
/** Properties of a component that draws a value of a form in full, beside another one. */
export type FullProps<Name extends FieldKind = FieldKind> = FullOf<FieldOf<Name>>;
/** Properties of every filter of a list. */
export type FilterProps<Name extends FieldKind = FieldKind> = FilterOf<FieldOf<Name>>;
