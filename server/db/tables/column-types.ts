import type { ColumnType, Generated } from 'kysely';

/** Identity key: given by the database, may be given by the demo company and by imports. */
export type Id = Generated<number>;

/** A moment (timestamptz). Read as Date; written as Date or ISO text. */
export type Moment = ColumnType<Date, Date | string, Date | string>;

/** A moment that the database sets to "now" when it is left out. */
export type MomentNow = ColumnType<Date, Date | string | undefined, Date | string>;

/** A moment that may be absent. */
export type MomentOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/**
 * jsonb. Written as JSON text (`JSON.stringify`): the drivers disagree about bare arrays, and text is the same on both.
 */
export type Json<T> = ColumnType<T, string, string>;

/** jsonb that may be absent. */
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** jsonb with a default in the database. */
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;

/** A column computed by the database from others of the same row; cannot be written. */
export type Computed<T> = ColumnType<T, never, never>;
