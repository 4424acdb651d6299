import { sql } from 'kysely';
import * as z from 'zod';
import { toIds } from '#resources/language/kinds/ids.ts';
import { buildingInReach } from '#server/access/scope.ts';
import { stillAdministers } from '#server/access/still-administers.ts';
import type { BookletsTable } from '#server/db/tables/news.ts';
import type { Db } from '#server/db/tables.ts';
import { DIRECTORY_RESOURCES } from '#server/definitions/directories.ts';
import { filesById } from '#server/files/queries.ts';
import type { StoredRecord } from '#server/records/queries.ts';
import { DIRECTORY_RECORDS_MAX, type Directory, type DirectoryCall, idOrNext } from './directory.ts';

/** A restored story is dated at least this far back, ms, so that it is not announced again (`0033-stories-told`). */
const RESTORED_BACKDATE_MS = 2 * 3_600_000;

/** The line at an index, or an empty string. */
const lineAt = (lines: unknown, index: number): string => String((Array.isArray(lines) ? lines[index] : '') ?? '');

/** Removes empty lines at the end; an empty line between others becomes a dash, since a form drops empty lines. */
function toLines(texts: readonly string[]): string[] {
  const last = texts.findLastIndex(Boolean);
  return texts.slice(0, last + 1).map((text) => text.replaceAll(/\s+/g, ' ') || EMPTY_LINE_MARK);
}
const EMPTY_LINE_MARK = '–';
const withoutDash = (line: string): string => (line.trim() === EMPTY_LINE_MARK ? '' : line);

/**
 * The newest stories of the reader's buildings and those without a building; none unless the reader is still an administrator.
 */
async function selectStories({ db, reader, locks }: DirectoryCall, id?: number): Promise<StoredRecord[]> {
  const booklets = await db
    .selectFrom('booklets')
    .where(stillAdministers(reader))
    .where(({ exists, not, or, selectFrom }) => {
      const links = selectFrom('booklet_buildings').whereRef('booklet_id', '=', 'booklets.id').select('booklet_id');
      return or([exists(links.where(buildingInReach(reader, 'booklet_buildings.building_id'))), not(exists(links))]);
    })
    .$if(id !== undefined, (query) => query.where('id', '=', Number(id)))
    .$if(locks === true, (query) => query.forUpdate())
    .select(['id', 'title', 'subtype', 'cover_file_id', 'author_id'])
    .select(
      sql<number[]>`(select coalesce(jsonb_agg(building_id order by building_id), '[]') from booklet_buildings
        where booklet_id = booklets.id)`.as('buildings'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(DIRECTORY_RECORDS_MAX)
    .execute();
  const frames = await selectFrames(
    db,
    booklets.map((row) => row.id),
  );
  return booklets.map((row) => {
    const ownFrames = frames.filter(({ booklet_id }) => booklet_id === row.id);
    const data = {
      title: row.title,
      subtype: row.subtype,
      buildings: row.buildings,
      cover: [row.cover_file_id],
      pictures: ownFrames.map(({ file_id }) => file_id),
      headings: toLines(ownFrames.map(({ title }) => title)),
      texts: toLines(ownFrames.map(({ description }) => description)),
    };
    return { id: row.id, data, building_ids: row.buildings, created_by: row.author_id };
  });
}

async function selectFrames(db: Db, booklets: readonly number[]) {
  if (!booklets.length) return [];
  return db
    .selectFrom('booklet_frames')
    .where('booklet_id', 'in', [...booklets])
    .select(['booklet_id', 'file_id', 'title', 'description', 'duration'])
    .orderBy('booklet_id')
    .orderBy('place')
    .execute();
}

const bookletRow = ({ title, subtype, cover }: Readonly<Record<string, unknown>>) => ({
  title: String(title),
  subtype: subtype as BookletsTable['subtype'],
  cover_file_id: toIds(cover)[0] ?? 0,
});

/** Replaces the buildings and frames of a story; a frame with an unchanged picture keeps its duration. */
async function replaceBuildingsAndFrames(
  { db }: DirectoryCall,
  id: number,
  data: StoredRecord['data'],
  durations: readonly [number, number | null][] = [],
): Promise<void> {
  const before = await selectFrames(db, [id]);
  const durationById = new Map([...durations, ...before.map(({ file_id, duration }) => [file_id, duration] as const)]);
  await db.deleteFrom('booklet_buildings').where('booklet_id', '=', id).execute();
  await db.deleteFrom('booklet_frames').where('booklet_id', '=', id).execute();
  const buildings = toIds(data.buildings).map((building) => ({ booklet_id: id, building_id: building }));
  if (buildings.length) await db.insertInto('booklet_buildings').values(buildings).execute();
  const pictures = toIds(data.pictures);
  const files = await filesById(db, pictures);
  const frames = pictures.map((file, frameIndex) => ({
    booklet_id: id,
    place: frameIndex + 1,
    title: withoutDash(lineAt(data.headings, frameIndex)),
    description: withoutDash(lineAt(data.texts, frameIndex)),
    duration: durationById.get(file) ?? null,
    background_type: files.get(file)?.mime.startsWith('video/') ? ('video' as const) : ('image' as const),
    file_id: file,
  }));
  if (frames.length) await db.insertInto('booklet_frames').values(frames).execute();
}

/** What `insert` needs beyond the definition's fields to restore a deleted story; durations in ms. */
const restorableSchema = z.object({
  created_at: z.coerce.date(),
  author_id: z.number().int().nullable(),
  duration: z.number().nullable(),
  durations: z.array(z.tuple([z.number().int(), z.number().nullable()])),
});

/** Stories shown above the news (docs/specification/stories.md). */
export const stories: Directory = {
  name: 'stories',
  resource: DIRECTORY_RESOURCES.stories,
  maxRecords: DIRECTORY_RECORDS_MAX,
  table: 'booklets',
  rows: selectStories,
  collectRestoreData: async ({ db }, id) => {
    const storyQuery = db.selectFrom('booklets').where('id', '=', id).select(['created_at', 'author_id', 'duration']);
    const { created_at, author_id, duration } = await storyQuery.executeTakeFirstOrThrow();
    const durations = (await selectFrames(db, [id])).map(({ file_id, duration }) => [file_id, duration]);
    return { remembered: { created_at, author_id, duration, durations } };
  },
  insert: async (call, { data }, id) => {
    const { db, reader, now } = call;
    const before = restorableSchema.safeParse(data.remembered).data;
    const latestUnannounced = new Date(now.getTime() - RESTORED_BACKDATE_MS);
    const restoredAt = before && before.created_at < latestUnannounced ? before.created_at : latestUnannounced;
    const created_at = id === undefined ? now : restoredAt;
    const duration = before?.duration ?? null;
    const { id: newId } = await db
      .insertInto('booklets')
      .values({
        ...idOrNext(id),
        ...bookletRow(data),
        author_id: before?.author_id ?? reader.user,
        created_at,
        duration,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await replaceBuildingsAndFrames(call, newId, data, before?.durations);
    return newId;
  },
  update: async (call, { id, data }) => {
    const { db, reader } = call;
    const changed = await db
      .updateTable('booklets')
      .set(bookletRow(data))
      .where('id', '=', id)
      .where(stillAdministers(reader))
      .returning('id')
      .executeTakeFirst();
    if (changed) await replaceBuildingsAndFrames(call, id, data);
  },
  remove: async ({ db, reader }, { id }) => {
    await db.deleteFrom('booklets').where('id', '=', id).where(stillAdministers(reader)).execute();
  },
};
