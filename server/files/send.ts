import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, Wanted } from './store.ts';

/**
 * The part of a file that a `Range` header asks for.
 * @param size of the file, bytes
 * @returns null for the whole of it (no header, several parts, another unit), `outside` when there is no such part
 */
function readSpan(header: string | undefined, size: number): ByteRange | 'outside' | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!asked || asked[0] === 'bytes=-') return null;
  const [, first = '', last = ''] = asked;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'outside' : { start, end };
}

const DAY = 86_400;
/** Shown by the browser; everything else is saved. */
const INLINE = /^(image\/(jpeg|png|gif|webp|bmp|tiff|heic|heif)|video\/(webm|mp4)|application\/pdf)$/;

/** No file runs anything. Some browsers refuse to show a PDF in a sandbox; they draw it as an object with styles of its own. */
const policy = (mime: string): string =>
  mime === 'application/pdf'
    ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
    : "default-src 'none'; sandbox";

/** A stored file with the name and type it is sent under. */
export interface FileToSend {
  sha256: string;
  name: string;
  mime: string;
  size: number;
}

/**
 * Sends a file with sniffing off and sandboxed; supports Range.
 * @param isDownload saved by the browser, whatever its type
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
  read: (wanted: Wanted) => Promise<NodeJS.ReadableStream>,
  isDownload = false,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  const isCached = request.headers['if-none-match'] === etag;
  const span = readSpan(request.headers.range, file.size);
  // An error must not be cached, so no caching until the file opens.
  reply.header('cache-control', 'no-store');
  if (!isCached && span === 'outside') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  const stream = isCached || span === 'outside' ? null : await read({ size: file.size, ...(span ? { span } : {}) });
  reply
    .header('cache-control', `private, max-age=${DAY}, immutable`)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', policy(file.mime))
    .header('content-disposition', disposition(file, isDownload))
    .header('accept-ranges', 'bytes');
  if (!stream || span === 'outside') return reply.code(304).send();
  reply.type(/^text\//.test(file.mime) ? `${file.mime}; charset=utf-8` : file.mime);
  if (!span) return reply.header('content-length', file.size).send(stream);
  reply.code(206).header('content-range', `bytes ${span.start}-${span.end}/${file.size}`);
  return reply.header('content-length', span.end - span.start + 1).send(stream);
}

/** RFC 6266: the name in UTF-8, with nothing in it that could end the header. */
function disposition({ name, mime }: FileToSend, isDownload: boolean): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `${INLINE.test(mime) && !isDownload ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`;
}
