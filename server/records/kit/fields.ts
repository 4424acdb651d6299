import { type Defined, type ScalarFields, type ScalarValues, scalarFields } from '#resources/language/scalar-fields.ts';

/** Columns by wire name, where the two differ. */
type Renamed = Readonly<Record<string, string>>;

/** Values by column. */
type Columns<Values, Names extends Renamed> = {
  [Name in keyof Values as Name extends keyof Names ? Names[Name] : Name]: Values[Name];
};

type OrNull<Values> = { [Name in keyof Values]: Values[Name] | null };
type Unset<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

/** Conversions of a section's scalar fields between request bodies, table rows and responses. */
export interface RecordFields<Values, Row> {
  /** Validation rules of a request body, by wire name. */
  rules: ScalarFields<Values>['rules'];
  /** Columns of the section's table. */
  columns: readonly (keyof Row & string)[];
  /** The column of a field by wire name; undefined for a field that is not scalar. */
  getColumn(name: string): string | undefined;
  /** The row to store for a body; missing fields stay as before, or become null. */
  toRow(body: Unset<Values>, before?: OrNull<Row>): Row;
  /** The values of a row by column, without other properties. */
  rowValues<Stored extends OrNull<Row>>(row: Stored): Pick<Stored, keyof Row & keyof Stored>;
  /** The values of a row by wire name. */
  toWire<Stored extends OrNull<Row>>(row: Stored): Values;
}

/** The row type of `RecordFields`. */
export type FieldsRow<Fields> = Fields extends RecordFields<infer _, infer Row> ? Row : never;

/**
 * Maps the scalar fields of a definition to columns of a table, so that a field added to the definition needs only a column and
 * its type.
 *
 * ```ts
 * const fields = recordFields(residents, { columns: { phone_number: 'phone' } });
 * ```
 * @param except wire names of fields that no form sends
 */
export function recordFields<
  const Definition extends Defined,
  const Except extends string = never,
  const Names extends Renamed = Readonly<Record<never, never>>,
>(
  definition: Definition,
  { except = [], columns }: { except?: readonly Except[]; columns?: Names } = {},
): RecordFields<ScalarValues<Definition, Except>, Columns<ScalarValues<Definition, Except>, Names>> {
  type Values = ScalarValues<Definition, Except>;
  const { names, rules } = scalarFields(definition, except);
  const pairs = names.map((name: string) => ({ name, column: columns?.[name] ?? name }));
  const fields = {
    rules,
    columns: pairs.map(({ column }) => column),
    getColumn: (wire: string) => pairs.find(({ name }) => name === wire)?.column,
    toRow: (body: Readonly<Record<string, unknown>>, before: Readonly<Record<string, unknown>> = {}) =>
      Object.fromEntries(
        pairs.map(({ name, column }) => [column, body[name] === undefined ? (before[column] ?? null) : body[name]]),
      ),
    rowValues: (row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(pairs.map(({ column }) => [column, row[column]])),
    toWire: (row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(pairs.map(({ name, column }) => [name, row[column]])),
  };
  return fields as unknown as RecordFields<Values, Columns<Values, Names>>;
}
