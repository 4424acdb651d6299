import type { FastifyInstance } from 'fastify';
import { can } from '#resources/language/access.ts';
import { BYTES } from '#resources/limits.ts';
import { attachmentsAnswer } from '#resources/protocol/news/attachments.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { type ShownFile, shownFile } from '#server/files/addresses.ts';
import { deleteReleasedFiles } from '#server/files/links.ts';
import { byteNames, deleteStoredBytes, deleteUnlinked, insertFile, type SavedFile } from '#server/files/queries.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { findNewsAttachment, findOwnUnlinked } from './queries.ts';
import { readUpload } from './upload.ts';

/** Maximum number of files in one upload; the console sends one at a time. */
const FILES_MAX = 10;

const ATTACHMENTS_PATH = '/api/authorized/attachments/';
const exampleUpload = () => ({
  url: ATTACHMENTS_PATH,
  files: [{ field: 'attachments', name: 'объявление.txt', bytes: Buffer.from('Отключение воды') }],
});

async function createExampleAttachment(world: World): Promise<string> {
  const [uploaded] = attachmentsAnswer.parse(await world.send('POST', exampleUpload()));
  return `${ATTACHMENTS_PATH}${uploaded?.id}/`;
}

/** Uploads for announcements and requests (ATT-*). Open to all staff; sections guard the records that use the files. */
export function attachmentsRoutes(app: FastifyInstance, { db, files, uploads, now }: ServerContext): void {
  route(app, {
    method: 'POST',
    url: ATTACHMENTS_PATH,
    summary: 'Загрузить файлы',
    access: { kind: 'staff', scope: 'none' },
    form: { attachments: 'file' },
    bodyLimit: FILES_MAX * (BYTES.attachment + 100_000),
    ok: 201,
    answer: attachmentsAnswer,
    example: exampleUpload,
    handle: async ({ reader, request }) => {
      const storedFiles: SavedFile[] = [];
      try {
        await uploads.runUpload(reader.user, request, () => readUpload(request, files, storedFiles));
        const rows = await db
          .transaction()
          .execute((trx) => insertAttachments(trx, storedFiles, reader.user, request.id));
        for (const file of storedFiles) await file.restoreIfSwept();
        return rows.map((file) => shownFile(reader, file));
      } catch (error) {
        await deleteStoredBytes(db, files, byteNames(storedFiles));
        throw error;
      }
    },
  });

  route(app, {
    method: 'DELETE',
    url: `${ATTACHMENTS_PATH}:id/`,
    summary: 'Удалить свой файл, который ещё ни к чему не приложен, или файл объявления, которое можно изменить',
    access: { kind: 'staff', scope: 'own' },
    params: idParams,
    ok: 204,
    example: async (world) => ({ url: await createExampleAttachment(world) }),
    handle: async ({ reader, params, request }) => {
      const names = await db.transaction().execute(async (trx) => {
        const ownFile = await findOwnUnlinked(trx, reader.user, params.id);
        const mayChangeNews = !ownFile && can(reader.levels, 'news', 'change');
        const before = mayChangeNews ? await findNewsAttachment(trx, reader, params.id, now()) : ownFile;
        if (!before) throw new ApiError('not_found');
        const dropped = ownFile ? await deleteUnlinked(trx, params.id) : await deleteReleasedFiles(trx, [params.id]);
        if (!dropped) throw new ApiError('not_found');
        const auditEntry = { user: reader.user, action: 'delete', resource: 'attachments', record: params.id };
        await audit(trx, { ...auditEntry, before, request: request.id });
        return dropped;
      });
      await deleteStoredBytes(db, files, names);
      return undefined;
    },
  });
}

async function insertAttachments(
  trx: Db,
  storedFiles: readonly SavedFile[],
  user: number,
  request: string,
): Promise<ShownFile[]> {
  const shownFiles: ShownFile[] = [];
  for (const file of storedFiles) shownFiles.push(await insertFile(trx, file, user, 'attachment'));
  const after = shownFiles.map(({ id, name, size }) => ({ id, name, size }));
  const auditEntry = { user, action: 'create', resource: 'attachments', record: shownFiles[0]?.id ?? null };
  await audit(trx, { ...auditEntry, after, request });
  return shownFiles;
}
