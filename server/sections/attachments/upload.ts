// For its types: `isMultipart` and `parts` of a request.
import '@fastify/multipart';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { BYTES } from '#resources/limits.ts';
import { PictureTooLarge } from '#server/files/pictures.ts';
import { type KeptFile, keepFile } from '#server/files/queries.ts';
import { acceptedType, cleanName } from '#server/files/sniff.ts';
import type { FileStore } from '#server/files/store.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';

/** Field of the multipart body (A§7). */
const FIELD = 'attachments';

const refuse = (sentence: string): never => {
  throw new FieldsError({ [FIELD]: [sentence] });
};

/** A body that breaks off or is not what it says is the client's mistake. Answers of our own pass. */
const broken = (error: unknown): never => {
  throw error instanceof Error && 'statusCode' in error ? error : new ApiError('malformed', {}, error);
};

/** The parts of a body; what the parser throws becomes a refusal, what their reader throws is left alone. */
async function* whole<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part, void, undefined> {
  try {
    for await (const part of parts) yield part;
  } catch (error) {
    broken(error);
  }
}

/** Collects a part of a body. @returns null above the limit */
async function collect(part: Readable & { truncated?: boolean }, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part) {
    size += (chunk as Buffer).length;
    // The rest is read and thrown away, so that the client hears the answer instead of a broken connection.
    if (size <= limit) chunks.push(chunk as Buffer);
  }
  return size > limit || part.truncated ? null : Buffer.concat(chunks);
}

/**
 * Reads the files of an upload into the store, one after the other.
 * @param kept gets what lies in the store so far, also when a later file is refused
 * @throws FieldsError for a file that is too large, of a type that is not taken, or when there is none
 */
export async function readUpload(request: FastifyRequest, store: FileStore, kept: KeptFile[]): Promise<void> {
  if (!request.isMultipart()) throw new ApiError('unsupported');
  if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) throw new ApiError('too_large');
  for await (const part of whole(request.parts())) {
    if (part.type !== 'file') continue;
    const bytes = await collect(part.file, BYTES.attachment).catch(broken);
    if (part.fieldname !== FIELD) refuse('validation.text');
    if (!bytes) return refuse(text('api.fileTooLarge', { megabytes: Math.floor(BYTES.attachment / 1_000_000) }));
    const name = cleanName(part.filename ?? '');
    const mime = await acceptedType(bytes, name);
    if (!mime) return refuse('api.fileType');
    kept.push(await keep(store, bytes, name, mime));
  }
  if (!kept.length) refuse('validation.required');
}

async function keep(store: FileStore, bytes: Buffer, name: string, mime: string): Promise<KeptFile> {
  try {
    return await keepFile(store, bytes, name, mime);
  } catch (error) {
    if (error instanceof PictureTooLarge) return refuse('api.pictureTooLarge');
    throw error;
  }
}
