import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, StoreReadOptions } from './store.ts';

/**
 * Parses a `Range` header.
 * @param size of the file, bytes
 * @returns null for the whole file (no header, several ranges, another unit), `outside` if the range is not satisfiable
 */
function parseRange(header: string | undefined, size: number): ByteRange | 'outside' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || match[0] === 'bytes=-') return null;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'outside' : { start, end };
}

const DAY_SECONDS = 86_400;
/** MIME types displayed in the browser; other files are downloaded. */
const INLINE = /^(image\/(jpeg|png|gif|webp|bmp|tiff|heic|heif)|video\/(webm|mp4)|application\/pdf)$/;

/**
 * Content security policy: no file may run scripts. PDFs are not sandboxed, since some browsers would not show them; they use an
 * object with inline styles.
 */
const contentSecurityPolicy = (mime: string): string =>
  mime === 'application/pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
    : "default-src 'none'; sandbox";

/** A stored file with the name and type to send. */
export interface FileToSend {
  sha256: string;
  name: string;
  mime: string;
  size: number;
}

/**
 * Sends a file, sandboxed and without MIME sniffing; supports `Range`.
 * @param isDownload whether the browser should download it whatever its type
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
  read: (options: StoreReadOptions) => Promise<NodeJS.ReadableStream>,
  isDownload = false,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  const isCached = request.headers['if-none-match'] === etag;
  const span = parseRange(request.headers.range, file.size);
  // Caching is enabled only after the file was opened, so that an error is not cached.
  reply.header('cache-control', 'no-store');
  if (!isCached && span === 'outside') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  const stream = isCached || span === 'outside' ? null : await read({ size: file.size, ...(span ? { span } : {}) });
  reply
    .header('cache-control', `private, max-age=${DAY_SECONDS}, immutable`)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', contentSecurityPolicy(file.mime))
    .header('content-disposition', disposition(file, isDownload))
    .header('accept-ranges', 'bytes');
  if (!stream || span === 'outside') return reply.code(304).send();
  reply.type(/^text\//.test(file.mime) ? `${file.mime}; charset=utf-8` : file.mime);
  if (!span) return reply.header('content-length', file.size).send(stream);
  reply.code(206).header('content-range', `bytes ${span.start}-${span.end}/${file.size}`);
  return reply.header('content-length', span.end - span.start + 1).send(stream);
}

/** Content-Disposition by RFC 6266, with the name encoded so that it cannot break the header. */
function disposition({ name, mime }: FileToSend, isDownload: boolean): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${INLINE.test(mime) && !isDownload ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`;
}
