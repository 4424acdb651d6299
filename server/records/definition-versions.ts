import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { DEFINITION_VERSIONS } from '#resources/protocol/definitions/files.ts';
import type { Db } from '#server/db/tables.ts';

/** Channel of the message that the text of a file was changed: the name of the file, sent to all processes. */
export const FILE_CHANGED = 'definition_file_changed';

/** The newest version of a file, without its text. */
export interface NewestVersion {
  file: string;
  version: number;
  digest: string;
  removed: boolean;
  /** Every process keeps the file in its folder. */
  by_console: boolean;
}

/** The digest by which texts are compared. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Makes other writers of texts wait until the transaction ends. */
export async function lockVersions(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('definition-versions', 0))`.execute(trx);
}

const withPeople = (db: Db) =>
  db
    .selectFrom('definition_versions')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['file', 'version', 'text', 'digest', 'removed', 'by_console', 'changed_at', 'changed_by'])
    .select(['users.first_name', 'users.last_name']);

/** A version as `showChange` takes it. */
type VersionRow = Awaited<ReturnType<typeof newestOfFile>> & object;

/** When a version was made, and by whom, as the API tells it. */
export function showChange({
  version,
  changed_at,
  changed_by,
  first_name,
  last_name,
}: Pick<VersionRow, 'version' | 'changed_at' | 'changed_by' | 'first_name' | 'last_name'>) {
  return {
    version,
    changedAt: changed_at.toISOString(),
    changedBy: changed_by === null ? null : `${first_name} ${last_name}`.trim(),
  };
}

/** The newest version of each file. */
export const newestVersions = (db: Db): Promise<NewestVersion[]> =>
  db
    .selectFrom('definition_versions')
    .distinctOn('file')
    .orderBy('file')
    .orderBy('version', 'desc')
    .select(['file', 'version', 'digest', 'removed', 'by_console'])
    .execute();

/** The same with texts and authors, by name of the file. */
export const newestTexts = (db: Db) =>
  withPeople(db).distinctOn('file').orderBy('file').orderBy('version', 'desc').execute();

/** The newest version of one file with its text; undefined for one that never was. */
export const newestOfFile = (db: Db, file: string) =>
  withPeople(db).where('file', '=', file).orderBy('version', 'desc').limit(1).executeTakeFirst();

/** Stored in place of a text that is no longer kept. */
const FORGOTTEN = '';

/** One version with its text; undefined for one that never was, or is no longer kept. */
export const oneVersion = (db: Db, file: string, version: number) =>
  withPeople(db)
    .where('file', '=', file)
    .where('version', '=', version)
    .where('text', '!=', FORGOTTEN)
    .executeTakeFirst();

/** Versions of a file without their texts, the newest first. */
export const versionsOfFile = (db: Db, file: string) =>
  db
    .selectFrom('definition_versions')
    .leftJoin('users', 'users.id', 'changed_by')
    .where('file', '=', file)
    .orderBy('version', 'desc')
    .limit(DEFINITION_VERSIONS)
    .select(['version', 'removed', 'changed_at', 'changed_by', 'users.first_name', 'users.last_name'])
    .execute();

/** Whether a file has had a text after a version. */
export async function wasText(db: Db, file: string, digest: string, after: number): Promise<boolean> {
  const row = await db
    .selectFrom('definition_versions')
    .where('file', '=', file)
    .where('digest', '=', digest)
    .where('version', '>', after)
    .select('version')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A change of a file. */
interface FileChange {
  /** Null removes it. */
  text: string | null;
  /** Null for a change by hand. */
  user: number | null;
  at: Date;
}

/**
 * Keeps a changed text, or that the file is removed, as its next version; texts of versions beyond the newest ones go.
 * @param before the newest version, read under `lockVersions`
 * @returns the number of the new one
 */
export async function addVersion(
  trx: Db,
  file: string,
  before: Pick<VersionRow, 'version' | 'text' | 'by_console'> | undefined,
  { text, user, at }: FileChange,
): Promise<number> {
  const version = (before?.version ?? 0) + 1;
  const storedText = text ?? before?.text ?? '';
  await trx
    .insertInto('definition_versions')
    .values({
      file,
      version,
      text: storedText,
      digest: digestOf(storedText),
      removed: text === null,
      by_console: user !== null || before?.by_console === true,
      changed_by: user,
      changed_at: at,
    })
    .execute();
  // The digest stays: an old copy in some folder is known by it for ever.
  await trx
    .updateTable('definition_versions')
    .set({ text: FORGOTTEN })
    .where('file', '=', file)
    .where('version', '<=', version - DEFINITION_VERSIONS)
    .where('text', '!=', FORGOTTEN)
    .execute();
  return version;
}
