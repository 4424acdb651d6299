import { text } from '#i18n/text.ts';
import type { NewsItem } from '#resources/protocol/news/news.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { type ShownFile, shownFile, shownFiles } from '#server/files/addresses.ts';
import { filesById } from '#server/files/queries.ts';
import { type NewsRow, newsFields, selectSharedNewsIds } from './queries.ts';
import { formatRecipients } from './recipients.ts';
import { type Recipient, selectRecipients } from './target-queries.ts';

function showAuthor(reader: Reader, row: NewsRow, files: ReadonlyMap<number, ShownFile>): NewsItem['author'] {
  const portrait = row.avatar_file_id === null ? undefined : files.get(row.avatar_file_id);
  const portraitFiles = portrait && shownFile(reader, portrait);
  const name = row.author_id === reader.user ? 'me' : `${row.first_name} ${row.last_name}`;
  return { name, avatar: portraitFiles ? (portraitFiles.medium ?? portraitFiles.s3_file).file : null };
}

/** «27 ноября в 09:00», in the company's time zone. */
const formatPublishTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone }).format(
    at,
  );

/** Serialises announcements; pictures, files and recipients of all of them are fetched together. */
export async function showNews(
  { db, settings }: Pick<ServerContext, 'db' | 'settings'>,
  reader: Reader,
  rows: readonly NewsRow[],
): Promise<NewsItem[]> {
  if (!rows.length) return [];
  const ids = rows.map((row) => row.id);
  const files = await filesById(db, [
    ...new Set(rows.flatMap((row) => [...row.files, row.avatar_file_id ?? []].flat())),
  ]);
  const shared = await selectSharedNewsIds(db, reader, ids);
  const idsWithRecipients = rows.filter((row) => !row.for_all_objects).map((row) => row.id);
  const recipients = new Map<number, Recipient[]>(idsWithRecipients.map((id) => [id, []]));
  for (const recipient of await selectRecipients(db, reader, idsWithRecipients))
    recipients.get(recipient.news)?.push(recipient);

  return rows.map((row): NewsItem => {
    const { id } = row;
    return {
      id,
      ...newsFields.toWire(row),
      author: showAuthor(reader, row, files),
      is_own: row.author_id === reader.user,
      is_all_places: !shared.has(id),
      recipients: row.for_all_objects ? text('audience.everybody') : formatRecipients(recipients.get(id) ?? []),
      date: row.created_at.toISOString(),
      date_edit: row.edited_at.toISOString(),
      publish_at: row.publish_at?.toISOString() ?? null,
      planned: row.publish_at && formatPublishTime(row.publish_at, settings.timeZone),
      ...shownFiles(reader, row.files, files),
    };
  });
}
