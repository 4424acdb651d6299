import type { Resource } from '#resources/language/define-resource.ts';
import type { DirectoryName } from '#resources/sections/directories.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import type { StoredRecord, WrittenRecord } from '#server/records/queries.ts';

/** Most records of a list of the company that has no bound of its own. */
export const RECORDS_MAX = 500;

/** The reader or writer of a list, and the time. */
export interface DirectoryCall {
  db: Db;
  reader: Reader;
  now: Date;
  /** The record that is read stays locked until the transaction ends. */
  locks?: true;
}

/** How a list of the company is kept in tables of its own: values by the wire names of its definition, files and buildings by id. */
export interface Directory {
  name: DirectoryName;
  resource: Resource;
  /** Table of the database with a row for each record. */
  table: 'services' | 'complexes' | 'companies' | 'canned_answers' | 'booklets' | 'webhooks';
  /** Most records that it may have. */
  most: number;
  /** Constraint of the database that lets no two records share a value, and the field that it is told at. */
  unique?: { constraint: string; field: string };
  /** Those that the reader may see, in their order. @param id one of them alone */
  rows(call: DirectoryCall, id?: number): Promise<StoredRecord[]>;
  /** Inserts a record, a restored one under its former `id`. @returns its id */
  insert(call: DirectoryCall, record: WrittenRecord, id?: number): Promise<number>;
  update(call: DirectoryCall, record: StoredRecord): Promise<void>;
  /** Values of a record besides those of its definition; `insert` gets it back with them when the deletion is undone. */
  remember?(call: DirectoryCall, id: number): Promise<Record<string, unknown>>;
  /** @throws ApiError if the record must stay; the database refuses to delete a record that others refer to */
  remove(call: DirectoryCall, record: StoredRecord): Promise<void>;
}

/** The id of a new record, or the former id of a restored one. */
export const idOrNext = (id: number | undefined) => (id === undefined ? {} : { id });
