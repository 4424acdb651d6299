import type { Resource } from '#resources/language/define-resource.ts';
import type { DirectoryName } from '#resources/sections/directories.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Db } from '#server/db/tables.ts';
import type { StoredRecord, WrittenRecord } from '#server/records/queries.ts';

/** Maximum number of records in a list of the company that has no limit of its own. */
export const DIRECTORY_RECORDS_MAX = 500;

/** Who reads or writes a list, and when. */
export interface DirectoryCall {
  db: Db;
  reader: Reader;
  now: Date;
  /** Locks the record that is read until the transaction ends. */
  locks?: true;
}

/**
 * How a list of the company is stored in tables of its own: values by the wire names of its definition, files and buildings by
 * id.
 */
export interface Directory {
  name: DirectoryName;
  resource: Resource;
  /** Database table with a row for each record. */
  table: 'services' | 'complexes' | 'companies' | 'canned_answers' | 'booklets' | 'webhooks';
  /** Maximum number of records. */
  maxRecords: number;
  /** Unique constraint of the database, and the field at which its violation is reported. */
  unique?: { constraint: string; field: string };
  /** Records that the reader may see, in their order. @param id only this record */
  rows(call: DirectoryCall, id?: number): Promise<StoredRecord[]>;
  /** Inserts a record, a restored one under its former `id`. @returns its id */
  insert(call: DirectoryCall, record: WrittenRecord, id?: number): Promise<number>;
  update(call: DirectoryCall, record: StoredRecord): Promise<void>;
  /** Values of a record beyond its definition; `insert` gets them back when the deletion is undone. */
  collectRestoreData?(call: DirectoryCall, id: number): Promise<Record<string, unknown>>;
  /** @throws ApiError if the record must stay; the database refuses to delete a record that others refer to */
  remove(call: DirectoryCall, record: StoredRecord): Promise<void>;
}

/** Column values of the id: none for a new record, the former id for a restored one. */
export const idOrNext = (id: number | undefined) => (id === undefined ? {} : { id });
