import { sql } from 'kysely';
import type { FileKind, FileVariant } from '#server/db/tables/system.ts';
import type { Db } from '#server/db/tables.ts';
import { type IsStopping, neverStops } from '#server/lifecycle.ts';
import type { ShownFile } from './addresses.ts';
import type { Pictures } from './drawn.ts';
import { makePictures } from './picture-process.ts';
import type { FileStore } from './store.ts';

/** A file whose bytes and pictures lie in the store, ready to be written down. */
export interface KeptFile {
  name: string;
  mime: string;
  sha256: string;
  size: number;
  pictures: Pictures | null;
  /** SHA-256 of the pictures' bytes, in the order of `pictures.variants`. */
  pictureNames: readonly string[];
  /** Writes the bytes again where a sweep took them in between. */
  again(): Promise<void>;
}

/**
 * Puts an upload and its smaller pictures into the store. Call it before the transaction.
 * @param gone whether the sender has gone (`MakePictures`)
 * @throws PictureTooLarge, PictureUnreadable, SenderGone
 */
export async function keepFile(
  store: FileStore,
  bytes: Buffer,
  name: string,
  mime: string,
  gone?: () => boolean,
): Promise<KeptFile> {
  const pictures = await makePictures(bytes, mime, gone);
  const { sha256, size } = await store.put(bytes);
  const pictureNames: string[] = [];
  for (const { bytes: picture } of pictures?.variants ?? []) pictureNames.push((await store.put(picture)).sha256);
  const putAgain = async () => {
    for (const part of [bytes, ...(pictures?.variants ?? []).map((picture) => picture.bytes)]) await store.put(part);
  };
  return { name, mime, sha256, size, pictures, pictureNames, again: putAgain };
}

/** Names of all bytes of kept files, for `dropBytes` when they are not written down after all. */
export function storedNames(files: readonly KeptFile[]): string[] {
  return files.flatMap(({ sha256, pictureNames }) => [sha256, ...pictureNames]);
}

/** A lock for writing down or sweeping these bytes, until the transaction ends. */
async function lockBytes(trx: Db, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(trx);
}

/** Writes a kept file down. After the commit call `KeptFile.again`. @returns as it can be shown */
export async function insertFile(trx: Db, file: KeptFile, owner: number | null, kind: FileKind): Promise<ShownFile> {
  for (const sha256 of [file.sha256, ...file.pictureNames].sort()) await lockBytes(trx, sha256);
  const { name, mime, sha256, size, pictures, pictureNames } = file;
  const { id, code } = await trx
    .insertInto('files')
    .values({
      owner_id: owner,
      sha256,
      name,
      mime,
      size,
      kind,
      width: pictures?.width ?? null,
      height: pictures?.height ?? null,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const variants = pictures?.variants ?? [];
  for (const [place, { variant, bytes, ...picture }] of variants.entries()) {
    const row = { file_id: id, variant, sha256: pictureNames[place] ?? '', size: bytes.length, ...picture };
    await trx.insertInto('file_variants').values(row).execute();
  }
  return { id, code, name, size, mime, variants: variants.map(({ variant }) => variant) };
}

/** Files by id, as they can be shown; unknown ids are left out. */
export async function filesById(db: Db, ids: readonly number[]): Promise<Map<number, ShownFile>> {
  if (!ids.length) return new Map();
  const rows = await db
    .selectFrom('files')
    .where('id', 'in', [...ids])
    .select((eb) => [
      'id',
      'code',
      'name',
      'size',
      'mime',
      eb
        .selectFrom('file_variants')
        .whereRef('file_id', '=', 'files.id')
        .select(sql<FileVariant[] | null>`array_agg(variant)`.as('names'))
        .as('variants'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, variants: row.variants ?? [] }]));
}

/** The content to serve for a code and a variant: where the bytes lie and what they are. */
export async function storedFile(db: Db, code: string, variant: FileVariant | 'original') {
  const file = await db
    .selectFrom('files')
    .where('code', '=', code)
    .where('status', '=', 'done')
    .select(['id', 'owner_id', 'kind', 'linked', 'sha256', 'name', 'mime', 'size'])
    .executeTakeFirst();
  if (!file || variant === 'original') return file ?? null;
  const smaller = await db
    .selectFrom('file_variants')
    .where('file_id', '=', file.id)
    .where('variant', '=', variant)
    .select(['sha256', 'mime', 'size'])
    .executeTakeFirst();
  return { ...file, ...smaller };
}

/**
 * Deletes the row of a file that no record uses. Its bytes go by `dropBytes`, after the commit.
 * @returns the names of the bytes; null when there is none such, or a record uses it
 */
export async function deleteUnlinked(trx: Db, id: number): Promise<string[] | null> {
  const file = await trx
    .selectFrom('files')
    .where('id', '=', id)
    .where('linked', '=', false)
    .select('sha256')
    .forUpdate()
    .executeTakeFirst();
  if (!file) return null;
  const variants = await trx.selectFrom('file_variants').where('file_id', '=', id).select('sha256').execute();
  await trx.deleteFrom('files').where('id', '=', id).execute();
  return [file, ...variants].map((row) => row.sha256);
}

/** Bytes that could not be removed so far, by their store: they are tried again with the next tidying. */
const owed = new WeakMap<FileStore, Set<string>>();

async function dropOne(db: Db, store: FileStore, sha256: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockBytes(trx, sha256);
    const file = await trx.selectFrom('files').where('sha256', '=', sha256).select('id').executeTakeFirst();
    const variant = await trx
      .selectFrom('file_variants')
      .where('sha256', '=', sha256)
      .select('file_id')
      .executeTakeFirst();
    // Under the lock: a transaction about to write down the same bytes waits, and puts them again (`KeptFile.again`).
    if (!file && !variant) await store.delete(sha256);
  });
}

/**
 * Removes bytes that no row refers to any more. Call it after the transaction that deleted the rows: what was asked for is
 * done then, and a store that fails does not undo it. Such bytes are tried again by `dropOwed`, and found by `sweepStrays`.
 */
export async function dropBytes(db: Db, store: FileStore, names: readonly string[]): Promise<void> {
  for (const sha256 of new Set(names)) {
    try {
      await dropOne(db, store, sha256);
    } catch {
      // Not lost: `dropOwed` tells the log when it fails again.
      owed.set(store, (owed.get(store) ?? new Set()).add(sha256));
    }
  }
}

/** Removes what `dropBytes` could not, until the server stops. @throws AggregateError with what cannot be removed now either */
export async function dropOwed(db: Db, store: FileStore, stopped: IsStopping = neverStops): Promise<void> {
  const errors: unknown[] = [];
  for (const sha256 of [...(owed.get(store) ?? [])]) {
    if (stopped()) break;
    try {
      await dropOne(db, store, sha256);
      owed.get(store)?.delete(sha256);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} stored files cannot be removed`);
}

/** Of these names of bytes those that no row refers to. */
export async function unknownBytes(db: Db, names: readonly string[]): Promise<string[]> {
  if (!names.length) return [];
  const { rows } = await sql<{ sha256: string }>`select named.sha256 from unnest(${[...names]}::text[]) named (sha256)
    where not exists (select 1 from files where files.sha256 = named.sha256)
      and not exists (select 1 from file_variants where file_variants.sha256 = named.sha256)`.execute(db);
  return rows.map((row) => row.sha256);
}

/** Ids of uploads that nothing refers to and that are older than a moment, some at a time. @param after ids above this one */
export async function orphansBefore(db: Db, before: Date, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('files')
    .where('linked', '=', false)
    .where('kind', 'in', ['attachment', 'avatar', 'chat'])
    .where('created_at', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(200)
    .select('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Names of all bytes that rows speak of. */
export async function storedBytes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('sha256')
    .union(db.selectFrom('file_variants').select('sha256'))
    .execute();
  return rows.map(({ sha256 }) => sha256);
}
