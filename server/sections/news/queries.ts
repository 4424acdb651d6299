import { sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import { news } from '#resources/sections/news.ts';
import type { Principal, Reader } from '#server/access/reader.ts';
import { announcementInReach, announcementToUnit, announcementWhole } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import type { Places } from '#server/live/publish.ts';
import { type RowOf, recordFields } from '#server/records/kit/fields.ts';
import type { NewsQuery, Place } from './page.ts';

/** The reader of announcements: with the right to write they see planned ones, too. */
type NewsReader = Pick<Reader, 'user' | 'levels'>;
/** Filter of a feed. */
type Narrowed = Pick<NewsQuery, 'buildings_id'> & Partial<Pick<NewsQuery, 'unit' | 'id' | 'type' | 'since' | 'until'>>;

export const newsFields = recordFields(news);
type SavedNews = RowOf<typeof newsFields>;

/** The content of an announcement; for the audit log, with its files. */
export type StoredNews = SavedNews & {
  id: number;
  /** Ids of its files, in their order. */
  attachments: number[];
  /** When it is to be published; null once it is. */
  publish_at: Date | null;
};

const COLUMNS = newsFields.columns.map((column) => `news.${column}` as const);

/**
 * The input of an announcement's version: its words, each file by itself, since the form takes files away before it
 * is saved, and the time it is planned for, as long as it is.
 */
export const versionedNews = ({ attachments, publish_at, ...row }: Omit<StoredNews, 'id'>): object[] => [
  newsFields.valuesOf(row),
  ...attachments.map((file) => ({ file })),
  ...(publish_at ? [{ publish_at: publish_at.toISOString() }] : []),
];

const newsFileIds = sql<number[]>`(select coalesce(jsonb_agg(news_files.file_id order by news_files.place), '[]')
  from news_files where news_files.news_id = news.id)`;

/** The place of a row in the feed. */
const micros = sql<string>`(extract(epoch from news.created_at) * 1000000)::bigint::text`;
const below = ({ micros, id }: Place) =>
  sql<boolean>`(news.created_at, news.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::integer)`;

/** Announcements with at least one recipient in reach (news.md). */
function visible(
  db: Db,
  principal: NewsReader,
  { buildings_id, unit, id, type, since, until }: Narrowed = { buildings_id: null },
) {
  // A link to an announcement shows it, whichever buildings are checked.
  const only = id === undefined ? buildings_id : null;
  return db
    .selectFrom('news')
    .where('news.deleted_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('news.id', '=', Number(id)))
    .$if(!can(principal.levels, 'news', 'change'), (query) => query.where('news.publish_at', 'is', null))
    .$if(type !== undefined, (query) => query.where('news.type', '=', type ?? 'info'))
    .$if(since !== undefined, (query) => query.where('news.created_at', '>=', new Date(Number(since) * 1000)))
    .$if(until !== undefined, (query) => query.where('news.created_at', '<', new Date(Number(until) * 1000)))
    .where(
      unit === undefined
        ? announcementInReach(principal, 'news.id', only)
        : announcementToUnit(principal, 'news.id', unit),
    );
}

const withColumns = (query: ReturnType<typeof visible>) =>
  query
    .innerJoin('users', 'users.id', 'news.author_id')
    .select(COLUMNS)
    .select([
      'news.id',
      'news.for_all_objects',
      'news.author_id',
      'news.created_at',
      'news.edited_at',
      'news.publish_at',
      'users.first_name',
      'users.last_name',
      'users.avatar_file_id',
      newsFileIds.as('files'),
      micros.as('micros'),
    ]);

/** An announcement as it is shown, before files and recipients are looked up. */
export type NewsRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

/** A page of the feed, the newest first, with the place the next one begins after; null when this is the last. */
export async function newsRows(
  db: Db,
  principal: NewsReader,
  { page_size, before, ...narrowed }: NewsQuery,
): Promise<{ rows: NewsRow[]; last: Place | null }> {
  const feed = withColumns(visible(db, principal, narrowed));
  const rows = await (before ? feed.where(below(before)) : feed)
    .orderBy('news.created_at', 'desc')
    .orderBy('news.id', 'desc')
    .limit(page_size + 1)
    .execute();
  const page = rows.slice(0, page_size);
  return { rows: page, last: rows.length > page_size ? (page.at(-1) ?? null) : null };
}

/** How many there are, whatever the page. */
export async function countNews(db: Db, principal: NewsReader, narrowed: Narrowed): Promise<number> {
  const { count } = await visible(db, principal, narrowed)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One announcement. @returns null if none of its recipients is in reach */
export async function newsRow(db: Db, principal: NewsReader, id: number): Promise<NewsRow | null> {
  return (await withColumns(visible(db, principal)).where('news.id', '=', id).executeTakeFirst()) ?? null;
}

/** Which of these announcements also go to entrances out of the reader's reach. */
export async function sharedNews(db: Db, principal: Principal, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select distinct target.news_id as id from news_targets target
    join porches entrances on entrances.building_id = target.building_id and (target.porch_id is null or target.porch_id = entrances.id)
    left join user_porches held on held.porch_id = entrances.id and held.user_id = ${principal.user}
    where target.news_id = any(${[...ids]}::integer[]) and held.porch_id is null`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/**
 * An announcement in reach, locked until the transaction ends; `whole`: none of its recipients is out of the reader's
 * reach.
 * @param hiddenSince finds an announcement deleted after this moment instead
 */
export async function newsToChange(
  trx: Db,
  principal: Principal,
  id: number,
  hiddenSince?: Date,
): Promise<(StoredNews & { whole: boolean }) | null> {
  const reached = trx.selectFrom('news').where(announcementInReach(principal, 'news.id'));
  const row = await (hiddenSince
    ? reached.where('news.deleted_at', '>', hiddenSince)
    : reached.where('news.deleted_at', 'is', null)
  )
    .where('news.id', '=', id)
    .select(COLUMNS)
    .select(['news.id', 'news.publish_at', announcementWhole(principal, 'news.id').as('whole')])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  // In a separate statement: the one that waited for the lock still sees the files as they were before.
  const files = await trx
    .selectFrom('news_files')
    .where('news_id', '=', id)
    .orderBy('place')
    .select('file_id')
    .execute();
  return { ...row, attachments: files.map((file) => file.file_id) };
}

/** Writes a new announcement; its recipients and files follow. @param publishAt when it is to be published; null: now @returns its id */
export async function insertNews(
  trx: Db,
  author: number,
  news: SavedNews & { for_all_objects: boolean },
  now: Date,
  publishAt: Date | null,
): Promise<number> {
  const { id } = await trx
    .insertInto('news')
    .values({ ...news, author_id: author, created_at: publishAt ?? now, edited_at: now, publish_at: publishAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Overwrites what an announcement says. @param publishAt when it is to be published; null: it is, or is not said anew */
export async function updateNews(
  trx: Db,
  id: number,
  row: SavedNews,
  now: Date,
  publishAt: Date | null = null,
): Promise<void> {
  await trx
    .updateTable('news')
    .set({ ...row, edited_at: now, ...(publishAt ? { publish_at: publishAt, created_at: publishAt } : {}) })
    .where('id', '=', id)
    .execute();
}

/**
 * Announcements whose time has come, held until the transaction ends.
 * @param only this announcement alone, whatever its time
 */
export function dueNews(trx: Db, now: Date, only?: number) {
  return trx
    .selectFrom('news')
    .where('deleted_at', 'is', null)
    .where('publish_at', 'is not', null)
    .$if(only === undefined, (query) => query.where('publish_at', '<=', now))
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? 0))
    .orderBy('publish_at')
    .limit(50)
    .select(COLUMNS)
    .select(['id', 'author_id'])
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Publishes an announcement. @returns where its recipients are: whole buildings, and the entrances of narrower ones */
export async function markPublished(trx: Db, id: number, now: Date): Promise<Places> {
  await trx.updateTable('news').set({ publish_at: null, created_at: now }).where('id', '=', id).execute();
  const rows = await trx
    .selectFrom('news_targets')
    .where('news_id', '=', id)
    .distinct()
    .select(['building_id', 'porch_id'])
    .execute();
  return {
    buildings: [...new Set(rows.filter(({ porch_id }) => porch_id === null).map(({ building_id }) => building_id))],
    porches: [...new Set(rows.flatMap(({ porch_id }) => porch_id ?? []))],
  };
}

/** Sets the files of an announcement, in this order. */
export async function setNewsFiles(trx: Db, news: number, files: readonly number[]): Promise<void> {
  await trx.deleteFrom('news_files').where('news_id', '=', news).execute();
  if (!files.length) return;
  const rows = files.map((file, index) => ({ news_id: news, file_id: file, place: index + 1 }));
  await trx.insertInto('news_files').values(rows).execute();
}
