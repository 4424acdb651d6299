// Imported for its types: `isMultipart` and `file` of a request.
import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { BYTES } from '#resources/limits.ts';
import { avatarBody } from '#resources/protocol/people/avatar.ts';
import { ApiError, FieldsError } from '#server/http/errors.ts';
import { wrongFieldMessage } from '#server/http/multipart.ts';
import { parsePayload } from '#server/http/validation.ts';

const FIELD = 'avatar';

const refuse = (key: string): never => {
  throw new FieldsError({ [FIELD]: [key] });
};

/**
 * Bytes of an uploaded picture, sent as JSON with a data URL or as a file of a multipart body (G-64).
 * @throws FieldsError if there is no picture, or it is larger than `BYTES.avatar`
 */
export async function readPicture(request: FastifyRequest): Promise<Buffer> {
  const bytes = request.isMultipart() ? await readFormPicture(request) : readJsonPicture(request.body);
  if (!bytes.length) return refuse('validation.required');
  return bytes.length > BYTES.avatar ? refuse('validation.avatarTooLarge') : bytes;
}

function readJsonPicture(body: unknown): Buffer {
  const { avatar } = parsePayload(avatarBody, body ?? {});
  return Buffer.from(avatar.slice(avatar.indexOf(',') + 1), 'base64');
}

async function readFormPicture(request: FastifyRequest): Promise<Buffer> {
  try {
    const part = await request.file({ limits: { fileSize: BYTES.avatar + 1, files: 1 } });
    if (!part) return refuse('validation.required');
    if (part.fieldname !== FIELD) return refuse(wrongFieldMessage(FIELD));
    return await part.toBuffer();
  } catch (error) {
    // An aborted or malformed body is the client's mistake; our own errors are rethrown.
    if (error instanceof FieldsError || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new ApiError('malformed', {}, error);
  }
}
