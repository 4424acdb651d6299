import { sql } from 'kysely';
import type { Principal } from '#server/access/reader.ts';
import { announcementInReach, announcementWhole } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

const SHOWN = ['files.id', 'files.name', 'files.mime', 'files.size'] as const;

/** An upload of a person that no record uses yet. @returns null for another's, one in use, or an unknown one */
export async function ownUnlinked(trx: Db, user: number, id: number) {
  const row = await trx
    .selectFrom('files')
    .where('id', '=', id)
    .where('owner_id', '=', user)
    .where('kind', '=', 'attachment')
    .where('linked', '=', false)
    .select([...SHOWN])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Takes a file away from the announcement that shows it (ATT-06).
 * @returns null unless the announcement is the person's to change: all its recipients are theirs
 */
export async function takeFromNews(trx: Db, principal: Principal, id: number, now: Date) {
  const shows = await trx
    .updateTable('news')
    .set({ edited_at: now })
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`exists (select 1 from news_files where news_files.news_id = news.id and news_files.file_id = ${id})`,
    )
    .where(announcementInReach(principal, 'news.id'))
    .where(announcementWhole(principal, 'news.id'))
    .returning('id')
    .executeTakeFirst();
  if (!shows) return null;
  const row = await trx
    .selectFrom('files')
    .innerJoin('news_files', 'news_files.file_id', 'files.id')
    .where('files.id', '=', id)
    .where('news_files.news_id', '=', shows.id)
    .select([...SHOWN, 'news_files.news_id as news'])
    .executeTakeFirst();
  return row ?? null;
}
