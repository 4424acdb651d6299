import { sql } from 'kysely';
import type { Principal } from '#server/access/reader.ts';
import { announcementInReach, announcementWhole } from '#server/access/scope.ts';
import type { Db } from '#server/db/tables.ts';

const SHOWN_COLUMNS = ['files.id', 'files.name', 'files.mime', 'files.size'] as const;

/** An upload of a person that no record uses yet. @returns null if it belongs to somebody else, is in use, or is unknown */
export async function findOwnUnlinked(trx: Db, user: number, id: number) {
  const row = await trx
    .selectFrom('files')
    .where('id', '=', id)
    .where('owner_id', '=', user)
    .where('kind', '=', 'attachment')
    .where('linked', '=', false)
    .select([...SHOWN_COLUMNS])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Marks the announcement that shows a file as edited and returns the file, so that it can be removed (ATT-06).
 * @returns null unless the person may change the announcement: all its recipients must be in reach
 */
export async function findNewsAttachment(trx: Db, principal: Principal, id: number, now: Date) {
  const announcement = await trx
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
  if (!announcement) return null;
  const row = await trx
    .selectFrom('files')
    .innerJoin('news_files', 'news_files.file_id', 'files.id')
    .where('files.id', '=', id)
    .where('news_files.news_id', '=', announcement.id)
    .select([...SHOWN_COLUMNS, 'news_files.news_id as news'])
    .executeTakeFirst();
  return row ?? null;
}
