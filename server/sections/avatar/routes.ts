import type { FastifyInstance } from 'fastify';
import { AVATAR_BODY, avatarAnswer, avatarBody, avatarDeleteBody } from '#resources/protocol/people/avatar.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import { fileAddress } from '#server/files/addresses.ts';
import { drawAvatar } from '#server/files/picture-process.ts';
import { deleteStoredBytes, insertFile, saveUpload } from '#server/files/queries.ts';
import { FieldsError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { replaceAvatar } from './queries.ts';
import { readPicture } from './upload.ts';

const AVATAR_PATH = '/api/crm/avatar/';

/** A picture of one red pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** The reader's own picture (PROF-11…14). */
export function avatarRoutes(app: FastifyInstance, { db, files, uploads, now }: ServerContext): void {
  route(app, {
    method: 'POST',
    url: AVATAR_PATH,
    summary: 'Свой аватар: data URL в JSON или файл avatar в multipart',
    access: { kind: 'staff', scope: 'none' },
    form: { avatar: 'file' },
    orJson: avatarBody,
    bodyLimit: AVATAR_BODY,
    answer: avatarAnswer,
    example: () => ({ url: AVATAR_PATH, body: { avatar: PIXEL } }),
    handle: async ({ reader, request }) => {
      const picture = await uploads.runUpload(reader.user, request, async () => drawAvatar(await readPicture(request)));
      if (typeof picture === 'string') throw new FieldsError({ avatar: [picture] });
      const storedFile = await saveUpload(files, picture, 'avatar.webp', 'image/webp');
      const { file, dropped } = await db.transaction().execute(async (trx) => {
        const file = await insertFile(trx, storedFile, reader.user, 'avatar');
        const { before, dropped } = await replaceAvatar(trx, reader.user, file.id, now());
        const auditEntry = { user: reader.user, action: 'update', resource: 'avatar', record: reader.user };
        await audit(trx, { ...auditEntry, before: { file: before }, after: { file: file.id }, request: request.id });
        return { file, dropped };
      });
      await storedFile.restoreIfSwept();
      await deleteStoredBytes(db, files, dropped);
      return { avatar: fileAddress(reader, file.code, 'original') };
    },
  });

  route(app, {
    method: 'DELETE',
    url: `${AVATAR_PATH}delete_current/`,
    summary: 'Убрать свой аватар',
    access: { kind: 'staff', scope: 'none' },
    body: avatarDeleteBody,
    ok: 204,
    example: () => ({ url: `${AVATAR_PATH}delete_current/`, body: {} }),
    handle: async ({ reader, request }) => {
      const dropped = await db.transaction().execute(async (trx) => {
        const { before, dropped } = await replaceAvatar(trx, reader.user, null, now());
        const auditEntry = { user: reader.user, action: 'delete', resource: 'avatar', record: reader.user };
        if (before !== null) await audit(trx, { ...auditEntry, before: { file: before }, request: request.id });
        return dropped;
      });
      await deleteStoredBytes(db, files, dropped);
      return undefined;
    },
  });
}
