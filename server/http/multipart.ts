// For its types: adds `isMultipart` and `parts` to requests.
import '@fastify/multipart';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { encodeMessage } from '#resources/language/kinds/bounds.ts';
import { ApiError } from './errors.ts';
import { normalizeStrings } from './normalize-strings.ts';

/** A broken or malformed body is a client error; our own errors are rethrown. */
const throwClientError = (error: unknown): never => {
  throw error instanceof Error && 'statusCode' in error ? error : new ApiError('malformed', {}, error);
};

/** Iterates over the parts with their strings normalised; parser errors become an `ApiError`. */
async function* normalizedParts<Part extends object>(
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part, void, undefined> {
  try {
    for await (const part of parts) {
      for (const name of ['filename', 'value'] as const) {
        const text: unknown = Reflect.get(part, name);
        if (typeof text === 'string') Reflect.set(part, name, normalizeStrings(text));
      }
      yield part;
    }
  } catch (error) {
    throwClientError(error);
  }
}

/**
 * Iterates over the parts of a multipart body.
 * @param limits limits of text fields, if higher than the default (`server/app.ts`)
 * @throws ApiError unsupported for another content type, too_large by its declared length, malformed
 */
export function readMultipart(request: FastifyRequest, limits: { fieldSize?: number } = {}) {
  if (!request.isMultipart()) throw new ApiError('unsupported');
  if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) throw new ApiError('too_large');
  return normalizedParts(request.parts({ limits }));
}

/** Error message when the file is in another field than expected. */
export const wrongFieldMessage = (field: string): string => encodeMessage('api.uploadField', { field });

/**
 * Collects a file of a body.
 * @param limit maximum size, bytes
 * @returns null when the file is larger
 */
export async function collectPart(part: Readable & { truncated?: boolean }, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of part) {
      size += (chunk as Buffer).length;
      // The rest is read and discarded, so that the client gets the answer instead of a broken connection.
      if (size <= limit) chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throwClientError(error);
  }
  return size > limit || part.truncated ? null : Buffer.concat(chunks);
}
