// For its types: `isMultipart` and `parts` of a request.
import '@fastify/multipart';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { naming } from '#resources/language/kinds/bounds.ts';
import { composed } from './composed.ts';
import { ApiError } from './errors.ts';

/** A body that breaks off or is not what it says is the client's mistake. Answers of our own pass. */
const broken = (error: unknown): never => {
  throw error instanceof Error && 'statusCode' in error ? error : new ApiError('malformed', {}, error);
};

/** The parts of a body; what the parser throws becomes a refusal, what their reader throws is left alone. */
async function* whole<Part extends object>(parts: AsyncIterable<Part>): AsyncGenerator<Part, void, undefined> {
  try {
    for await (const part of parts) {
      for (const name of ['filename', 'value'] as const) {
        const text: unknown = Reflect.get(part, name);
        if (typeof text === 'string') Reflect.set(part, name, composed(text));
      }
      yield part;
    }
  } catch (error) {
    broken(error);
  }
}

/**
 * The parts of a multipart body, one after the other.
 * @param limits of text fields, where they are wider than everybody's (`server/app.ts`)
 * @throws ApiError unsupported for another body, too_large for one that says it is longer than the route takes, malformed
 */
export function readMultipart(request: FastifyRequest, limits: { fieldSize?: number } = {}) {
  if (!request.isMultipart()) throw new ApiError('unsupported');
  if (Number(request.headers['content-length']) > request.routeOptions.bodyLimit) throw new ApiError('too_large');
  return whole(request.parts({ limits }));
}

/** The message for a body whose file stands in another field than the one that is read. */
export const otherField = (field: string): string => naming('api.uploadField', { field });

/** Collects a file of a body. @returns null above the limit, bytes */
export async function collectPart(part: Readable & { truncated?: boolean }, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of part) {
      size += (chunk as Buffer).length;
      // The rest is read and thrown away, so that the client hears the answer instead of a broken connection.
      if (size <= limit) chunks.push(chunk as Buffer);
    }
  } catch (error) {
    broken(error);
  }
  return size > limit || part.truncated ? null : Buffer.concat(chunks);
}
