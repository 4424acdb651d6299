import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { BYTES } from '#resources/limits.ts';
import { PictureTooLarge, PictureUnreadable, SenderGone } from '#server/files/drawn.ts';
import { type SavedFile, saveUpload } from '#server/files/queries.ts';
import { acceptedType, cleanName } from '#server/files/sniff.ts';
import type { FileStore } from '#server/files/store.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { collectPart, readMultipart, wrongFieldMessage } from '#server/http/multipart.ts';

/** Field of the multipart body (ATT-01). */
const FIELD = 'attachments';

const refuse = (sentence: string): never => {
  throw new FieldsError({ [FIELD]: [sentence] });
};

/**
 * Reads the files of an upload into the store, one after the other.
 * @param storedFiles receives the files stored so far, even if a later file is refused
 * @throws FieldsError if there is no file, it is too large or its type is not accepted
 */
export async function readUpload(request: FastifyRequest, store: FileStore, storedFiles: SavedFile[]): Promise<void> {
  for await (const part of readMultipart(request)) {
    if (part.type !== 'file') continue;
    const bytes = await collectPart(part.file, BYTES.attachment);
    if (part.fieldname !== FIELD) refuse(wrongFieldMessage(FIELD));
    if (!bytes) return refuse(text('api.fileTooLarge', { megabytes: Math.floor(BYTES.attachment / 1_000_000) }));
    const name = cleanName(part.filename ?? '');
    const mime = await acceptedType(bytes, name);
    if (!mime) return refuse('api.fileType');
    storedFiles.push(await storeUpload(request, store, { bytes, name, mime }));
  }
  if (!storedFiles.length) refuse('validation.required');
}

interface Upload {
  bytes: Buffer;
  name: string;
  mime: string;
}

async function storeUpload(
  request: FastifyRequest,
  store: FileStore,
  { bytes, name, mime }: Upload,
): Promise<SavedFile> {
  try {
    return await saveUpload(store, bytes, name, mime, () => request.raw.socket.destroyed === true);
  } catch (error) {
    if (error instanceof PictureTooLarge) return refuse('api.pictureTooLarge');
    if (error instanceof PictureUnreadable) return refuse('api.pictureUnreadable');
    if (error instanceof SenderGone) throw new ApiError('malformed', {}, error);
    throw error;
  }
}
