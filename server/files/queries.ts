import { sql } from 'kysely';
import type { FileKind, FileVariant } from '#server/db/tables/system.ts';
import type { Db } from '#server/db/tables.ts';
import { type IsStopping, neverStops } from '#server/lifecycle.ts';
import type { ShownFile } from './addresses.ts';
import type { Pictures } from './drawn.ts';
import { makePictures } from './picture-process.ts';
import type { FileStore } from './store.ts';

/** A file whose bytes and smaller pictures are in the store, but which has no database row yet. */
export interface SavedFile {
  name: string;
  mime: string;
  sha256: string;
  size: number;
  pictures: Pictures | null;
  /** SHA-256 of the pictures' bytes, in the order of `pictures.variants`. */
  pictureNames: readonly string[];
  /** Stores the bytes again, in case a sweep deleted them in between. */
  restoreIfSwept(): Promise<void>;
}

/**
 * Puts an upload and its smaller pictures into the store; call it before the transaction.
 * @param isSenderGone whether the sender has disconnected (`MakePictures`)
 * @throws PictureTooLarge, PictureUnreadable, SenderGone
 */
export async function saveUpload(
  store: FileStore,
  bytes: Buffer,
  name: string,
  mime: string,
  isSenderGone?: () => boolean,
): Promise<SavedFile> {
  const pictures = await makePictures(bytes, mime, isSenderGone);
  const { sha256, size } = await store.put(bytes);
  const pictureNames: string[] = [];
  for (const { bytes: picture } of pictures?.variants ?? []) pictureNames.push((await store.put(picture)).sha256);
  const restoreIfSwept = async () => {
    for (const part of [bytes, ...(pictures?.variants ?? []).map((picture) => picture.bytes)]) await store.put(part);
  };
  return { name, mime, sha256, size, pictures, pictureNames, restoreIfSwept };
}

/** Names of all stored bytes of these files, for `deleteStoredBytes` if they are not inserted after all. */
export function byteNames(files: readonly SavedFile[]): string[] {
  return files.flatMap(({ sha256, pictureNames }) => [sha256, ...pictureNames]);
}

/** Locks these bytes against concurrent inserting or sweeping until the transaction ends. */
async function lockBytes(trx: Db, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 0))`.execute(trx);
}

/** Inserts the rows of a stored file; after the commit call `SavedFile.restoreIfSwept`. */
export async function insertFile(trx: Db, file: SavedFile, owner: number | null, kind: FileKind): Promise<ShownFile> {
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
  for (const [index, { variant, bytes, ...picture }] of variants.entries()) {
    const row = { file_id: id, variant, sha256: pictureNames[index] ?? '', size: bytes.length, ...picture };
    await trx.insertInto('file_variants').values(row).execute();
  }
  return { id, code, name, size, mime, variants: variants.map(({ variant }) => variant) };
}

/** Files by id with what displaying them needs; unknown ids are omitted. */
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

/** The stored content to serve for a code and a variant; the original if that variant does not exist. */
export async function storedFile(db: Db, code: string, variant: FileVariant | 'original') {
  const file = await db
    .selectFrom('files')
    .where('code', '=', code)
    .where('status', '=', 'done')
    .select(['id', 'owner_id', 'kind', 'linked', 'sha256', 'name', 'mime', 'size'])
    .executeTakeFirst();
  if (!file || variant === 'original') return file ?? null;
  const variantRow = await db
    .selectFrom('file_variants')
    .where('file_id', '=', file.id)
    .where('variant', '=', variant)
    .select(['sha256', 'mime', 'size'])
    .executeTakeFirst();
  return { ...file, ...variantRow };
}

/**
 * Deletes the row of a file that no record uses; delete its bytes with `deleteStoredBytes` after the commit.
 * @returns names of the bytes; null if the file does not exist or a record uses it
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

/** Names of bytes that could not be deleted, by store; the next maintenance tries again. */
const failedDeletions = new WeakMap<FileStore, Set<string>>();

async function deleteBytes(db: Db, store: FileStore, sha256: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockBytes(trx, sha256);
    const file = await trx.selectFrom('files').where('sha256', '=', sha256).select('id').executeTakeFirst();
    const variant = await trx
      .selectFrom('file_variants')
      .where('sha256', '=', sha256)
      .select('file_id')
      .executeTakeFirst();
    // The lock makes a transaction that is inserting the same bytes wait; it then stores them again (`SavedFile.restoreIfSwept`).
    if (!file && !variant) await store.delete(sha256);
  });
}

/**
 * Deletes bytes that no row refers to any more. Call it after the transaction that deleted the rows; a failing store does not
 * undo that. Such bytes are tried again by `retryFailedDeletions`, and found by `sweepStrays`.
 */
export async function deleteStoredBytes(db: Db, store: FileStore, names: readonly string[]): Promise<void> {
  for (const sha256 of new Set(names)) {
    try {
      await deleteBytes(db, store, sha256);
    } catch {
      // Tried again by `retryFailedDeletions`, which reports another failure.
      failedDeletions.set(store, (failedDeletions.get(store) ?? new Set()).add(sha256));
    }
  }
}

/**
 * Tries each failed deletion once more; stops early if the server is stopping.
 * @throws AggregateError of the failures
 */
export async function retryFailedDeletions(
  db: Db,
  store: FileStore,
  isStopped: IsStopping = neverStops,
): Promise<void> {
  const errors: unknown[] = [];
  for (const sha256 of [...(failedDeletions.get(store) ?? [])]) {
    if (isStopped()) break;
    try {
      await deleteBytes(db, store, sha256);
      failedDeletions.get(store)?.delete(sha256);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length) throw new AggregateError(errors, `${errors.length} stored files cannot be removed`);
}

/** The names among these that no row refers to. */
export async function unreferencedBytes(db: Db, names: readonly string[]): Promise<string[]> {
  if (!names.length) return [];
  const { rows } = await sql<{ sha256: string }>`select named.sha256 from unnest(${[...names]}::text[]) named (sha256)
    where not exists (select 1 from files where files.sha256 = named.sha256)
      and not exists (select 1 from file_variants where file_variants.sha256 = named.sha256)`.execute(db);
  return rows.map((row) => row.sha256);
}

/**
 * A batch of ids of unused uploads older than `before`.
 * @param after only ids above this one
 */
export async function selectUnusedUploads(db: Db, before: Date, after: number): Promise<number[]> {
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

/** Names of all bytes that rows refer to. */
export async function referencedBytes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('sha256')
    .union(db.selectFrom('file_variants').select('sha256'))
    .execute();
  return rows.map(({ sha256 }) => sha256);
}
