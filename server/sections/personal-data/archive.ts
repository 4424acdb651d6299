import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { text } from '#i18n/text.ts';
import { withoutSecrets } from '#server/access/audit.ts';
import type { Db } from '#server/db/tables.ts';
import { type FileStore, MissingFileError } from '#server/files/store.ts';
import { selectPersonFiles, selectTopics } from './queries.ts';

/** Rows that are read at once, and files whose names are. */
const PAGE = 500;
/** Columns that help to search, and say nothing that others do not. */
const DERIVED: ReadonlySet<string> = new Set(['search', 'words', 'pipe_words']);

/** Name of a kind of rows in Russian; of a table that has none its own. */
export const topicTitle = (topic: string): string => {
  const key = `personalData.topics.${topic.replace('.', '_')}`;
  const title = text(key);
  return title === key ? topic : title;
};

const withoutDerived = (row: object): object =>
  Object.fromEntries(Object.entries(withoutSecrets(row) as object).filter(([name]) => !DERIVED.has(name)));

/** Characters that no file system minds. */
const fileName = (name: string): string => name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(-120) || 'file';

/**
 * Everything that is kept of one person as a ZIP archive: a JSON file for each kind of rows, and the files they uploaded. It is made
 * page by page while it is sent, so a person of many years takes no more memory than one of a day.
 */
export async function* personArchive(
  { db, files }: { db: Db; files: FileStore },
  id: number,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for (const topic of await selectTopics(db, id)) {
    let rows = await topic.rows(null, PAGE);
    if (!rows.length) continue;
    const entry = new ZipDeflate(`${topicTitle(topic.name)}.json`, { level: 6 });
    zip.add(entry);
    for (let between = '['; rows.length; between = ',') {
      const texts = rows.map((row) => JSON.stringify(withoutDerived(row), null, 1));
      entry.push(strToU8(`${between}\n${texts.join(',\n')}`));
      yield* ready.splice(0);
      rows = rows.length < PAGE ? [] : await topic.rows(rows.at(-1) ?? null, PAGE);
    }
    entry.push(strToU8('\n]\n'), true);
    yield* ready.splice(0);
  }
  for (
    let after = 0, page = await selectPersonFiles(db, id, 0, PAGE);
    page.length;
    page = await selectPersonFiles(db, id, after, PAGE)
  ) {
    for (const file of page) {
      after = file.id;
      yield* addFile(zip, files, file, ready);
    }
  }
  zip.end();
  yield* ready.splice(0);
}

/** Bytes of an upload; what the store has lost is left out, and its row tells of it. */
async function* addFile(
  zip: Zip,
  files: FileStore,
  { id, name, sha256, size }: { id: number; name: string; sha256: string; size: number },
  ready: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  const stream = await files.read(sha256, { size }).catch((error: unknown) => {
    if (error instanceof MissingFileError) return null;
    throw error;
  });
  if (!stream) return;
  const entry = new ZipPassThrough(`${text('personalData.files')}/${id} ${fileName(name)}`);
  zip.add(entry);
  for await (const bytes of stream) {
    entry.push(bytes as Uint8Array);
    yield* ready.splice(0);
  }
  entry.push(new Uint8Array(), true);
  yield* ready.splice(0);
}
