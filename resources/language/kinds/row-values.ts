/** One row of a record, by column names. */
export type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rows in a form or wire value; anything else is dropped. */
export const toRows = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : []);
