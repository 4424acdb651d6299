import { sql } from 'kysely';
import { announcementInReach, announcementWhole } from '#server/access/scope.ts';
import type { NewsType } from '#server/db/tables/news.ts';
import type { Db } from '#server/db/tables.ts';
import type { NewsQuery, Place } from './page.ts';

type Holder = { readonly user: number };

/** What an announcement says; for the audit log, with its files. */
export interface StoredNews {
  id: number;
  title: string;
  description: string;
  type: NewsType;
  /** Ids of its files, in their order. */
  attachments: number[];
}

/**
 * What the version of an announcement is made of: its words, and each file by itself, since the form takes files away before it
 * is saved.
 */
export const versionedNews = ({ title, description, type, attachments }: Omit<StoredNews, 'id'>): object[] => [
  { title, description, type },
  ...attachments.map((file) => ({ file })),
];

const filesOf = sql<number[]>`(select coalesce(jsonb_agg(news_files.file_id order by news_files.place), '[]')
  from news_files where news_files.news_id = news.id)`;

/** The place of a row in the feed. */
const micros = sql<string>`(extract(epoch from news.created_at) * 1000000)::bigint::text`;
const below = ({ micros, id }: Place) =>
  sql<boolean>`(news.created_at, news.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::integer)`;

/** Announcements of which some recipient is in reach (A§4). */
function visible(db: Db, holder: Holder, only: readonly number[] | null = null) {
  return db
    .selectFrom('news')
    .where('news.deleted_at', 'is', null)
    .where(announcementInReach(holder, 'news.id', only));
}

const shown = (query: ReturnType<typeof visible>) =>
  query
    .innerJoin('users', 'users.id', 'news.author_id')
    .select([
      'news.id',
      'news.title',
      'news.description',
      'news.type',
      'news.for_all_objects',
      'news.author_id',
      'news.created_at',
      'news.edited_at',
      'users.first_name',
      'users.last_name',
      'users.avatar_file_id',
      filesOf.as('files'),
      micros.as('micros'),
    ]);

/** An announcement as it is shown, before files and recipients are looked up. */
export type NewsRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

/** A page of the feed, the newest first, with the place the next one begins after; null when this is the last. */
export async function newsRows(
  db: Db,
  holder: Holder,
  { buildings_id, page_size, before }: NewsQuery,
): Promise<{ rows: NewsRow[]; last: Place | null }> {
  const feed = shown(visible(db, holder, buildings_id));
  const rows = await (before ? feed.where(below(before)) : feed)
    .orderBy('news.created_at', 'desc')
    .orderBy('news.id', 'desc')
    .limit(page_size + 1)
    .execute();
  const page = rows.slice(0, page_size);
  return { rows: page, last: rows.length > page_size ? (page.at(-1) ?? null) : null };
}

/** How many there are, whatever the page. */
export async function countNews(db: Db, holder: Holder, only: readonly number[] | null): Promise<number> {
  const { count } = await visible(db, holder, only)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One announcement. @returns null when nobody it is for is in reach */
export async function newsRow(db: Db, holder: Holder, id: number): Promise<NewsRow | null> {
  return (await shown(visible(db, holder)).where('news.id', '=', id).executeTakeFirst()) ?? null;
}

/** Of these announcements those that also go to entrances the reader does not hold. */
export async function sharedNews(db: Db, holder: Holder, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select distinct target.news_id as id from news_targets target
    join porches doors on doors.building_id = target.building_id and (target.porch_id is null or target.porch_id = doors.id)
    left join user_porches held on held.porch_id = doors.id and held.user_id = ${holder.user}
    where target.news_id = any(${[...ids]}::integer[]) and held.porch_id is null`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/**
 * An announcement in reach, locked until the transaction ends; `whole`: it goes to nobody out of the reader's reach.
 * @param hiddenSince looks for one that was deleted after this moment instead
 */
export async function newsToChange(
  trx: Db,
  holder: Holder,
  id: number,
  hiddenSince?: Date,
): Promise<(StoredNews & { whole: boolean }) | null> {
  const reached = trx.selectFrom('news').where(announcementInReach(holder, 'news.id'));
  const row = await (hiddenSince
    ? reached.where('news.deleted_at', '>', hiddenSince)
    : reached.where('news.deleted_at', 'is', null)
  )
    .where('news.id', '=', id)
    .select([
      'news.id',
      'news.title',
      'news.description',
      'news.type',
      announcementWhole(holder, 'news.id').as('whole'),
    ])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  // In a statement of its own: the one that waits for the lock still sees the files of before it waited.
  const files = await trx
    .selectFrom('news_files')
    .where('news_id', '=', id)
    .orderBy('place')
    .select('file_id')
    .execute();
  return { ...row, attachments: files.map((file) => file.file_id) };
}

/** Writes a new announcement; its recipients and files follow. @returns its id */
export async function insertNews(
  trx: Db,
  author: number,
  news: Omit<StoredNews, 'id' | 'attachments'> & { for_all_objects: boolean },
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('news')
    .values({ ...news, author_id: author, created_at: now, edited_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Overwrites what an announcement says. */
export async function updateNews(trx: Db, { id, title, description, type }: StoredNews, now: Date): Promise<void> {
  await trx.updateTable('news').set({ title, description, type, edited_at: now }).where('id', '=', id).execute();
}

/** Sets the files of an announcement, in this order. */
export async function setNewsFiles(trx: Db, news: number, files: readonly number[]): Promise<void> {
  await trx.deleteFrom('news_files').where('news_id', '=', news).execute();
  if (!files.length) return;
  const rows = files.map((file, index) => ({ news_id: news, file_id: file, place: index + 1 }));
  await trx.insertInto('news_files').values(rows).execute();
}
