import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { DEFINITION_VERSIONS } from '#resources/protocol/definitions/files.ts';
import type { Db } from '#server/db/tables.ts';

/** Channel that tells all processes the name of a file whose text has changed. */
export const FILE_CHANGED = 'definition_file_changed';

/** The newest version of a file, without its text. */
export interface NewestVersion {
  file: string;
  version: number;
  digest: string;
  removed: boolean;
  /** Whether the file was ever saved in the console, so that every process writes it to its folder. */
  by_console: boolean;
}

/** Digest for comparing texts. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Locks out other writers of versions until the transaction ends. */
export async function lockVersions(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('definition-versions', 0))`.execute(trx);
}

const withAuthors = (db: Db) =>
  db
    .selectFrom('definition_versions')
    .leftJoin('users', 'users.id', 'changed_by')
    .select(['file', 'version', 'text', 'digest', 'removed', 'by_console', 'changed_at', 'changed_by'])
    .select(['users.first_name', 'users.last_name']);

/** A stored version with the name of its author. */
type VersionRow = Awaited<ReturnType<typeof findNewestVersion>> & object;

/** Number, time and author of a version, for the API. */
export function formatVersionChange({
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

/** The newest version of each file, with text and author. */
export const newestTexts = (db: Db) =>
  withAuthors(db).distinctOn('file').orderBy('file').orderBy('version', 'desc').execute();

/** The newest version of a file, with its text; undefined if it has none. */
export const findNewestVersion = (db: Db, file: string) =>
  withAuthors(db).where('file', '=', file).orderBy('version', 'desc').limit(1).executeTakeFirst();

/** Stored in place of a deleted text. */
const DELETED_TEXT = '';

/** One version with its text; undefined if it does not exist or its text was deleted. */
export const findVersion = (db: Db, file: string, version: number) =>
  withAuthors(db)
    .where('file', '=', file)
    .where('version', '=', version)
    .where('text', '!=', DELETED_TEXT)
    .executeTakeFirst();

/** Versions of a file without their texts, newest first. */
export const listVersions = (db: Db, file: string) =>
  db
    .selectFrom('definition_versions')
    .leftJoin('users', 'users.id', 'changed_by')
    .where('file', '=', file)
    .orderBy('version', 'desc')
    .limit(DEFINITION_VERSIONS)
    .select(['version', 'removed', 'changed_at', 'changed_by', 'users.first_name', 'users.last_name'])
    .execute();

/** Whether a version of a file newer than `after` had the text with this digest. */
export async function isKnownText(db: Db, file: string, digest: string, after: number): Promise<boolean> {
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
 * Stores a changed text, or the removal of the file, as the next version, and deletes the texts of old versions.
 * @param before the newest version, read under `lockVersions`
 * @returns the new version number
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
  // The digest stays, so that an old copy of the file is still recognised.
  await trx
    .updateTable('definition_versions')
    .set({ text: DELETED_TEXT })
    .where('file', '=', file)
    .where('version', '<=', version - DEFINITION_VERSIONS)
    .where('text', '!=', DELETED_TEXT)
    .execute();
  return version;
}
