import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { text } from '#i18n/text.ts';
import { stripSecrets } from '#server/access/audit.ts';
import type { Db } from '#server/db/tables.ts';
import { type FileStore, MissingFileError } from '#server/files/store.ts';
import { selectPersonFiles, selectTopics } from './queries.ts';

/** Number of rows or file records read per query. */
const PAGE_SIZE = 500;
/** Search columns computed from other columns; left out of the archive. */
const DERIVED: ReadonlySet<string> = new Set(['search', 'words', 'pipe_words']);

/** Russian title of a kind of rows; the table name if it has none. */
export const topicTitle = (topic: string): string => {
  const key = `personalData.topics.${topic.replace('.', '_')}`;
  const title = text(key);
  return title === key ? topic : title;
};

const withoutDerived = (row: object): object =>
  Object.fromEntries(Object.entries(stripSecrets(row) as object).filter(([name]) => !DERIVED.has(name)));

/** Replaces characters that file systems forbid; keeps the last 120 characters. */
const sanitizeFileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(-120) || 'file';

/**
 * All data of one person as a ZIP archive: a JSON file for each kind of rows, and the files they uploaded. It is built page by
 * page, so that memory does not grow with the data.
 */
export async function* createPersonArchive(
  { db, files }: { db: Db; files: FileStore },
  id: number,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const topic of await selectTopics(db, id)) {
    let rows = await topic.rows(null, PAGE_SIZE);
    if (!rows.length) continue;
    const entry = new ZipDeflate(`${topicTitle(topic.name)}.json`, { level: 6 });
    zip.add(entry);
    for (let separator = '['; rows.length; separator = ',') {
      const texts = rows.map((row) => JSON.stringify(withoutDerived(row), null, 1));
      entry.push(strToU8(`${separator}\n${texts.join(',\n')}`));
      yield* chunks.splice(0);
      rows = rows.length < PAGE_SIZE ? [] : await topic.rows(rows.at(-1) ?? null, PAGE_SIZE);
    }
    entry.push(strToU8('\n]\n'), true);
    yield* chunks.splice(0);
  }
  for (
    let lastFileId = 0, page = await selectPersonFiles(db, id, 0, PAGE_SIZE);
    page.length;
    page = await selectPersonFiles(db, id, lastFileId, PAGE_SIZE)
  ) {
    for (const file of page) {
      lastFileId = file.id;
      yield* addFile(zip, files, file, chunks);
    }
  }
  zip.end();
  yield* chunks.splice(0);
}

/** Adds one upload; a file missing from the store is skipped, its row stays in the JSON. */
async function* addFile(
  zip: Zip,
  files: FileStore,
  { id, name, sha256, size }: { id: number; name: string; sha256: string; size: number },
  chunks: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  const stream = await files.read(sha256, { size }).catch((error: unknown) => {
    if (error instanceof MissingFileError) return null;
    throw error;
  });
  if (!stream) return;
  const entry = new ZipPassThrough(`${text('personalData.files')}/${id} ${sanitizeFileName(name)}`);
  zip.add(entry);
  for await (const bytes of stream) {
    entry.push(bytes as Uint8Array);
    yield* chunks.splice(0);
  }
  entry.push(new Uint8Array(), true);
  yield* chunks.splice(0);
}
