import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { type Member, mayTalk } from './people-queries.ts';

/** Code of a chat file in its URL, `/v0/file/s/<code>[.<extension>]`; null for another URL. */
function fileCode(address: string): string | null {
  return /^\/v0\/file\/s\/([0-9a-f]{32})(\.[a-z0-9]{1,8})?(\?.*)?$/.exec(address)?.[1] ?? null;
}

const fileCodes = (addresses: readonly string[]) => addresses.flatMap((address) => fileCode(address) ?? []);

/** The person who requests a file. */
export type ChatFileViewer = Pick<Member, 'id' | 'staff'>;

/**
 * SQL condition: this person may see the chat file. It is their own, in a topic they may read whose other side is in their reach
 * (as in `selectChats`), a person's avatar, or a picture linked by a profile or group.
 */
const isVisibleTo = (
  self: ChatFileViewer,
) => sql<boolean>`files.kind in ('chat', 'avatar', 'demo') and (files.owner_id = ${self.id}
  or exists (select 1 from chat_files shown
    join chat_topics on chat_topics.id = shown.topic_id
    join chat_subscriptions subs on subs.topic_id = shown.topic_id and subs.user_id = ${self.id} and subs.deleted_at is null
      and subs.want like '%R%' and subs.given like '%R%'
    where shown.file_id = files.id and (chat_topics.kind = 'grp' or exists (select 1 from chat_subscriptions theirs
      join users peers on peers.id = theirs.user_id
      where theirs.topic_id = shown.topic_id and theirs.user_id <> ${self.id}
        and (peers.status = 'deleted' or ${mayTalk(self, 'peers')}))))
  or exists (select 1 from users pictured where pictured.avatar_file_id = files.id)
  or (files.kind = 'chat' and files.linked and not exists (select 1 from chat_files shown where shown.file_id = files.id)))`;

/** A chat file by its code; null when it does not exist or this person may not see it. */
export async function findChatFile(db: Db, self: ChatFileViewer, code: string) {
  const row = await db
    .selectFrom('files')
    .leftJoin('file_variants', (on) =>
      on.onRef('file_variants.file_id', '=', 'files.id').on('file_variants.variant', '=', 'preview'),
    )
    .where('files.code', '=', code)
    .where('files.status', '=', 'done')
    .where(isVisibleTo(self))
    .select([
      'files.name',
      'files.kind',
      'files.sha256',
      'files.mime',
      'files.size',
      'file_variants.sha256 as small_sha256',
      'file_variants.mime as small_mime',
      'file_variants.size as small_size',
      sql<boolean>`exists (select 1 from users pictured where pictured.avatar_file_id = files.id)`.as('portrait'),
    ])
    .executeTakeFirst();
  if (!row) return null;
  const { small_sha256, small_mime, small_size, portrait, ...file } = row;
  // Avatars are served in their preview size.
  const hasPreview = portrait && small_sha256 && small_mime && small_size;
  return hasPreview ? { ...file, sha256: small_sha256, mime: small_mime, size: small_size } : file;
}

/** Links the files of a message, so that they are kept; only files the sender may see, so that linking does not reveal others. */
export async function linkAttachments(
  trx: Db,
  self: ChatFileViewer,
  topic: number,
  seq: number,
  addresses: readonly string[],
): Promise<void> {
  const codes = fileCodes(addresses);
  if (!codes.length) return;
  const linkedFiles = await trx
    .updateTable('files')
    .set({ linked: true })
    .where('code', 'in', codes)
    .where('kind', '=', 'chat')
    .where(isVisibleTo(self))
    .returning('id')
    .execute();
  if (!linkedFiles.length) return;
  await trx
    .insertInto('chat_files')
    .values(linkedFiles.map(({ id }) => ({ topic_id: topic, seq, file_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Links the person's uploaded pictures that a profile or a group shows, so that they are kept. */
export async function linkPictures(trx: Db, user: number, addresses: readonly string[]): Promise<void> {
  const codes = fileCodes(addresses);
  if (!codes.length) return;
  await trx
    .updateTable('files')
    .set({ linked: true })
    .where('code', 'in', codes)
    .where('kind', '=', 'chat')
    .where('owner_id', '=', user)
    .where('mime', 'like', 'image/%')
    .execute();
}
