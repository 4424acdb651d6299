import { sql } from 'kysely';
import * as z from 'zod';
import { idsOf } from '#resources/language/kinds/ids.ts';
import { buildingInReach } from '#server/access/scope.ts';
import { stillAdministers } from '#server/access/still-administers.ts';
import type { BookletsTable } from '#server/db/tables/news.ts';
import type { Db } from '#server/db/tables.ts';
import { DIRECTORY_RESOURCES } from '#server/definitions/directories.ts';
import { filesById } from '#server/files/queries.ts';
import type { StoredRecord } from '#server/records/queries.ts';
import { type Directory, type DirectoryCall, idOrNext, RECORDS_MAX } from './directory.ts';

/** A restored story is dated at least this far back, ms, so that it is not announced again (`0033-stories-told`). */
const ANNOUNCED_AFTER = 2 * 3_600_000;

/** Lines by their place; what has none is empty. */
const lineAt = (lines: unknown, place: number): string => String((Array.isArray(lines) ? lines[place] : '') ?? '');

/** Lines without the empty ones at the end. A dash stands for an empty one between others, since a form drops empty lines. */
function toLines(texts: readonly string[]): string[] {
  const last = texts.findLastIndex(Boolean);
  return texts.slice(0, last + 1).map((text) => text.replaceAll(/\s+/g, ' ') || NO_LINE);
}
const NO_LINE = '–';
const withoutDash = (line: string): string => (line.trim() === NO_LINE ? '' : line);

/** Stories of the reader's buildings, and stories without a building. */
async function rows({ db, reader, locks }: DirectoryCall, id?: number): Promise<StoredRecord[]> {
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
    .limit(RECORDS_MAX)
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
  cover_file_id: idsOf(cover)[0] ?? 0,
});

/** Writes buildings and frames anew; a frame whose picture stays keeps how long it is shown. */
async function writeParts(
  { db }: DirectoryCall,
  id: number,
  data: StoredRecord['data'],
  durations: readonly [number, number | null][] = [],
): Promise<void> {
  const before = await selectFrames(db, [id]);
  const durationById = new Map([...durations, ...before.map(({ file_id, duration }) => [file_id, duration] as const)]);
  await db.deleteFrom('booklet_buildings').where('booklet_id', '=', id).execute();
  await db.deleteFrom('booklet_frames').where('booklet_id', '=', id).execute();
  const buildings = idsOf(data.buildings).map((building) => ({ booklet_id: id, building_id: building }));
  if (buildings.length) await db.insertInto('booklet_buildings').values(buildings).execute();
  const pictures = idsOf(data.pictures);
  const files = await filesById(db, pictures);
  const frames = pictures.map((file, at) => ({
    booklet_id: id,
    place: at + 1,
    title: withoutDash(lineAt(data.headings, at)),
    description: withoutDash(lineAt(data.texts, at)),
    duration: durationById.get(file) ?? null,
    background_type: files.get(file)?.mime.startsWith('video/') ? ('video' as const) : ('image' as const),
    file_id: file,
  }));
  if (frames.length) await db.insertInto('booklet_frames').values(frames).execute();
}

/** Values of a deleted story besides its fields: its place in the strip, its author, how long it and each picture are shown, s. */
const remembered = z.object({
  created_at: z.coerce.date(),
  author_id: z.number().int().nullable(),
  duration: z.number().nullable(),
  durations: z.array(z.tuple([z.number().int(), z.number().nullable()])),
});

/** Story booklets, which the strip of the news shows (stories.md). */
export const stories: Directory = {
  name: 'stories',
  resource: DIRECTORY_RESOURCES.stories,
  most: RECORDS_MAX,
  table: 'booklets',
  rows,
  remember: async ({ db }, id) => {
    const kept = db.selectFrom('booklets').where('id', '=', id).select(['created_at', 'author_id', 'duration']);
    const { created_at, author_id, duration } = await kept.executeTakeFirstOrThrow();
    const durations = (await selectFrames(db, [id])).map(({ file_id, duration }) => [file_id, duration]);
    return { remembered: { created_at, author_id, duration, durations } };
  },
  insert: async (call, { data }, id) => {
    const { db, reader, now } = call;
    const before = remembered.safeParse(data.remembered).data;
    const announced = new Date(now.getTime() - ANNOUNCED_AFTER);
    const earlier = before && before.created_at < announced ? before.created_at : announced;
    const created_at = id === undefined ? now : earlier;
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
    await writeParts(call, newId, data, before?.durations);
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
    if (changed) await writeParts(call, id, data);
  },
  remove: async ({ db, reader }, { id }) => {
    await db.deleteFrom('booklets').where('id', '=', id).where(stillAdministers(reader)).execute();
  },
};
