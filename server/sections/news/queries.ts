import { sql } from 'kysely';
import { can } from '#resources/language/access.ts';
import { news } from '#resources/sections/news.ts';
import type { Principal, Reader } from '#server/access/reader.ts';
import { announcementInReach, announcementToUnit, announcementWhole } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';
import type { Places } from '#server/live/publish.ts';
import { type FieldsRow, recordFields } from '#server/records/kit/fields.ts';
import type { FeedPosition, NewsQuery } from './page.ts';

/** A reader of announcements; with the right to change them they also see scheduled ones. */
type NewsReader = Pick<Reader, 'user' | 'levels'>;
/** Filter of a feed. */
type NewsFilter = Pick<NewsQuery, 'buildings_id'> &
  Partial<Pick<NewsQuery, 'unit' | 'id' | 'type' | 'since' | 'until'>>;

export const newsFields = recordFields(news);
type SavedNews = FieldsRow<typeof newsFields>;

/** The content of an announcement, with its files for the audit log. */
export type StoredNews = SavedNews & {
  id: number;
  /** Ids of its files, in their order. */
  attachments: number[];
  /** When it is to be published; null once it is published. */
  publish_at: Date | null;
};

const COLUMNS = newsFields.columns.map((column) => `news.${column}` as const);

/**
 * Input of an announcement's version: its fields, each file separately, since the form removes files before it is saved, and the
 * publication time while it is scheduled.
 */
export const versionedNews = ({ attachments, publish_at, ...row }: Omit<StoredNews, 'id'>): object[] => [
  newsFields.rowValues(row),
  ...attachments.map((file) => ({ file })),
  ...(publish_at ? [{ publish_at: publish_at.toISOString() }] : []),
];

const newsFileIds = sql<number[]>`(select coalesce(jsonb_agg(news_files.file_id order by news_files.place), '[]')
  from news_files where news_files.news_id = news.id)`;

/** Publication time of a row, in microseconds. */
const micros = sql<string>`(extract(epoch from news.created_at) * 1000000)::bigint::text`;
const isBelowPosition = ({ micros, id }: FeedPosition) =>
  sql<boolean>`(news.created_at, news.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::integer)`;

/** Announcements with at least one recipient in reach (news.md). */
function selectVisible(
  db: Db,
  principal: NewsReader,
  { buildings_id, unit, id, type, since, until }: NewsFilter = { buildings_id: null },
) {
  // A link to an announcement ignores the building filter.
  const buildingIds = id === undefined ? buildings_id : null;
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
        ? announcementInReach(principal, 'news.id', buildingIds)
        : announcementToUnit(principal, 'news.id', unit),
    );
}

const withColumns = (query: ReturnType<typeof selectVisible>) =>
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

/** Row of an announcement, before files and recipients are fetched. */
export type NewsRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

/** A page of the feed, newest first, with the position after which the next page starts; null if this is the last page. */
export async function newsRows(
  db: Db,
  principal: NewsReader,
  { page_size, before, ...narrowed }: NewsQuery,
): Promise<{ rows: NewsRow[]; last: FeedPosition | null }> {
  const feed = withColumns(selectVisible(db, principal, narrowed));
  const rows = await (before ? feed.where(isBelowPosition(before)) : feed)
    .orderBy('news.created_at', 'desc')
    .orderBy('news.id', 'desc')
    .limit(page_size + 1)
    .execute();
  const page = rows.slice(0, page_size);
  return { rows: page, last: rows.length > page_size ? (page.at(-1) ?? null) : null };
}

/** Number of announcements on all pages. */
export async function countNews(db: Db, principal: NewsReader, narrowed: NewsFilter): Promise<number> {
  const { count } = await selectVisible(db, principal, narrowed)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One announcement. @returns null if none of its recipients is in reach */
export async function newsRow(db: Db, principal: NewsReader, id: number): Promise<NewsRow | null> {
  return (await withColumns(selectVisible(db, principal)).where('news.id', '=', id).executeTakeFirst()) ?? null;
}

/** Which of these announcements also go to entrances out of the reader's reach. */
export async function selectSharedNewsIds(db: Db, principal: Principal, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select distinct target.news_id as id from news_targets target
    join porches entrances on entrances.building_id = target.building_id and (target.porch_id is null or target.porch_id = entrances.id)
    left join user_porches held on held.porch_id = entrances.id and held.user_id = ${principal.user}
    where target.news_id = any(${[...ids]}::integer[]) and held.porch_id is null`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/**
 * Locks an announcement in reach until the transaction ends; `whole` says that all its recipients are in the reader's reach.
 * @param hiddenSince finds an announcement deleted after this moment instead
 */
export async function lockNews(
  trx: Db,
  principal: Principal,
  id: number,
  hiddenSince?: Date,
): Promise<(StoredNews & { whole: boolean }) | null> {
  const newsInReach = trx.selectFrom('news').where(announcementInReach(principal, 'news.id'));
  const row = await (hiddenSince
    ? newsInReach.where('news.deleted_at', '>', hiddenSince)
    : newsInReach.where('news.deleted_at', 'is', null)
  )
    .where('news.id', '=', id)
    .select(COLUMNS)
    .select(['news.id', 'news.publish_at', announcementWhole(principal, 'news.id').as('whole')])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  // A separate statement, because the one that waited for the lock still sees the old files.
  const files = await trx
    .selectFrom('news_files')
    .where('news_id', '=', id)
    .orderBy('place')
    .select('file_id')
    .execute();
  return { ...row, attachments: files.map((file) => file.file_id) };
}

/**
 * Inserts an announcement; its recipients and files are inserted separately.
 * @param publishAt scheduled time; null publishes it now
 * @returns its id
 */
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

/** Updates the content of an announcement. @param publishAt new scheduled time; null keeps the stored one */
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
 * Locks scheduled announcements whose time has come until the transaction ends.
 * @param onlyId only this announcement, whatever its time
 */
export function lockDueNews(trx: Db, now: Date, onlyId?: number) {
  return trx
    .selectFrom('news')
    .where('deleted_at', 'is', null)
    .where('publish_at', 'is not', null)
    .$if(onlyId === undefined, (query) => query.where('publish_at', '<=', now))
    .$if(onlyId !== undefined, (query) => query.where('id', '=', onlyId ?? 0))
    .orderBy('publish_at')
    .limit(50)
    .select(COLUMNS)
    .select(['id', 'author_id'])
    .forUpdate()
    .skipLocked()
    .execute();
}

/**
 * Marks an announcement as published.
 * @returns places of its recipients: whole buildings, and the entrances of narrower recipients
 */
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

/** Replaces the files of an announcement, in this order. */
export async function setNewsFiles(trx: Db, news: number, files: readonly number[]): Promise<void> {
  await trx.deleteFrom('news_files').where('news_id', '=', news).execute();
  if (!files.length) return;
  const rows = files.map((file, index) => ({ news_id: news, file_id: file, place: index + 1 }));
  await trx.insertInto('news_files').values(rows).execute();
}
