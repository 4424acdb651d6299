import type { RaRecord } from 'react-admin';
import type { FieldInput, FieldOf } from '#resources/language/define-resource.ts';
import type { FieldKind } from '#resources/language/every-kind.ts';

interface InputOf<Field extends FieldInput> {
  /** Name of the field in the form. */
  source: string;
  field: Field;
  /** Translated label. */
  label: string;
  /** Name of the definition, for the text keys of options. */
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
  /** Value before and after the change. */
  before: unknown;
  after: unknown;
  field: Field;
  source: string;
  resource: string;
}

interface FullOf<Field extends FieldInput> {
  /** Form value of the field. */
  value: unknown;
  /** Form value on the other side of the comparison. */
  other: unknown;
  field: Field;
  source: string;
  resource: string;
  /** All form values on this side. */
  values: Readonly<Record<string, unknown>>;
  /** The record as the server sent it, now and before; contains the names of values that a form stores by id. */
  records: readonly RaRecord[];
  /** The part shown, for kinds made of named parts. */
  part: string | null;
}

interface FilterOf<Field extends FieldInput> {
  field: Field;
  source: string;
  resource: string;
  /** Translated label. */
  label: string;
  /** The current filter value; undefined without one. */
  value: unknown;
  /** Sets the filter; undefined clears it. */
  onChange: (value: unknown) => void;
}

/** Props of every form input. */
export type InputProps<Name extends FieldKind = FieldKind> = InputOf<FieldOf<Name>>;
/** Props of every table cell or side card line. */
export type CellProps<Name extends FieldKind = FieldKind> = CellOf<FieldOf<Name>>;
/** Props of a component that shows a change of a value. */
export type ChangeProps<Name extends FieldKind = FieldKind> = ChangeOf<FieldOf<Name>>;
/** Props of a component that shows a full form value beside another one. */
export type FullProps<Name extends FieldKind = FieldKind> = FullOf<FieldOf<Name>>;
/** Props of every list filter. */
export type FilterProps<Name extends FieldKind = FieldKind> = FilterOf<FieldOf<Name>>;
