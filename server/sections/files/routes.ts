import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { attachmentsAnswer } from '#resources/protocol/attachments.ts';
import { findSession } from '#server/access/look-up.ts';
import { addressSession, isSigned } from '#server/files/addresses.ts';
import { storedFile } from '#server/files/queries.ts';
import { spanOf } from '#server/files/span.ts';
import type { House } from '#server/house.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';

const DAY = 86_400;
const VARIANTS = ['original', 'preview', 'medium', 'large'] as const;
/** Shown in the page; everything else is saved. */
const INLINE = /^(image\/(jpeg|png|gif|webp|bmp|tiff|heic|heif)|video\/(webm|mp4))$/;

const params = z.object({ code: z.string().regex(/^[0-9a-f]{32}$/), variant: z.enum(VARIANTS) });

/** `GET /api/files/…`: what addresses of `server/files/addresses.ts` lead to. */
export function filesRoutes(app: FastifyInstance, house: House): void {
  const { db, files, guard, now } = house;
  route(app, {
    method: 'GET',
    url: '/api/files/:code/:variant',
    summary: 'Файл по адресу, выданному этому сеансу',
    access: { kind: 'address' },
    params,
    query: z.object({ by: z.string().max(80).optional() }),
    example: async (world) => {
      const files = [{ field: 'attachments', name: 'файл.txt', bytes: Buffer.from('текст') }];
      const made = await world.send('POST', { url: '/api/authorized/attachments/', files });
      return { url: attachmentsAnswer.parse(made)[0]?.s3_file.file ?? '' };
    },
    handle: async ({ params: { code, variant }, query: { by = '' }, request, reply }) => {
      const session = addressSession(by);
      const reader = session && (await findSession(db, session, now(), guard.extraSections()));
      if (!reader || !isSigned(reader, code, variant, by)) throw new ApiError('not_found');
      if (reader.status !== 'active' || reader.role === 'resident') throw new ApiError('not_found');
      const file = await storedFile(db, code, variant);
      if (!file) throw new ApiError('not_found');
      return sendFile(request, reply, file, (span) => files.read(file.sha256, span));
    },
  });
}

interface Sent {
  sha256: string;
  name: string;
  mime: string;
  size: number;
}

/** Sends bytes that somebody uploaded: never as a page, never guessed at, parts of it when asked for (video). */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Sent,
  read: (span?: { start: number; end: number }) => Promise<NodeJS.ReadableStream>,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  reply
    .header('cache-control', `private, max-age=${DAY}, immutable`)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', disposition(file))
    .header('accept-ranges', 'bytes');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const span = spanOf(request.headers.range, file.size);
  if (span === 'outside') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  reply.type(/^text\//.test(file.mime) ? `${file.mime}; charset=utf-8` : file.mime);
  if (!span) return reply.header('content-length', file.size).send(await read());
  reply.code(206).header('content-range', `bytes ${span.start}-${span.end}/${file.size}`);
  return reply.header('content-length', span.end - span.start + 1).send(await read(span));
}

/** RFC 6266: the name in UTF-8, with nothing in it that could end the header. */
function disposition({ name, mime }: Sent): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${INLINE.test(mime) ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`;
}
