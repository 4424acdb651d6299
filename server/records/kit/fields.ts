import { type Defined, type ScalarFields, type ScalarValues, scalarFields } from '#resources/language/scalar-fields.ts';

/** Columns by names on the wire, where they are called something else. */
type Renamed = Readonly<Record<string, string>>;

/** Values by their columns. */
type Columns<Values, Names extends Renamed> = {
  [Name in keyof Values as Name extends keyof Names ? Names[Name] : Name]: Values[Name];
};

type OrNull<Values> = { [Name in keyof Values]: Values[Name] | null };
type Unset<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

/** The scalar fields of a section as bodies, rows and answers have them. */
export interface RecordFields<Values, Row> {
  /** Rules of a body, by names on the wire. */
  rules: ScalarFields<Values>['rules'];
  /** Columns of the section's table. */
  columns: readonly (keyof Row & string)[];
  /** The column of a field by its name on the wire; undefined for a field that is not scalar. */
  columnOf(name: string): string | undefined;
  /** The values to store from a body: fields that it leaves out stay as they were, or empty. */
  rowOf(body: Unset<Values>, before?: OrNull<Row>): Row;
  /** The values of a row, by columns, without whatever else it holds. */
  valuesOf<Stored extends OrNull<Row>>(row: Stored): Pick<Stored, keyof Row & keyof Stored>;
  /** The same by names on the wire. */
  wireOf<Stored extends OrNull<Row>>(row: Stored): Values;
}

/** A row of a section as `recordFields` keeps it. */
export type RowOf<Fields> = Fields extends RecordFields<infer _, infer Row> ? Row : never;

/**
 * Maps the scalar fields of a definition to columns of a table. A field that is added to the definition needs a column and its type,
 * and no code here or in the section.
 *
 * ```ts
 * const fields = recordFields(residents, { columns: { phone_number: 'phone' } });
 * ```
 * @param except names on the wire of fields that no form sends
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
    columnOf: (wire: string) => pairs.find(({ name }) => name === wire)?.column,
    rowOf: (body: Readonly<Record<string, unknown>>, before: Readonly<Record<string, unknown>> = {}) =>
      Object.fromEntries(
        pairs.map(({ name, column }) => [column, body[name] === undefined ? (before[column] ?? null) : body[name]]),
      ),
    valuesOf: (row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(pairs.map(({ column }) => [column, row[column]])),
    wireOf: (row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(pairs.map(({ name, column }) => [name, row[column]])),
  };
  return fields as unknown as RecordFields<Values, Columns<Values, Names>>;
}
