import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { BODY } from '#resources/limits.ts';
import { ApiError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum number of values, keys included, in a JSON body; `BODY.items` by default. */
    bodyItems?: number;
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Index of the closing quote of a JSON string that starts at `from`; the length of the source when it is missing. */
function findStringEnd(source: string, from: number): number {
  for (
    let quoteIndex = source.indexOf('"', from + 1);
    quoteIndex !== -1;
    quoteIndex = source.indexOf('"', quoteIndex + 1)
  ) {
    let backslashCount = 0;
    while (source.charCodeAt(quoteIndex - backslashCount - 1) === BACKSLASH) backslashCount += 1;
    if (backslashCount % 2 === 0) return quoteIndex;
  }
  return source.length;
}

/**
 * Checks the size of JSON before it is parsed, because parsing and validating cost far more than counting.
 * @returns why it is too large; null when it is within the limits or invalid, which the parser reports better
 */
export function findExcess(source: string, items: number): 'deep' | 'many' | null {
  let depth = 0;
  let count = 0;
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === QUOTE) at = findStringEnd(source, at);
    else if (code === COMMA || code === COLON) count += 1;
    else if (code === LIST_END || code === OBJECT_END) depth -= 1;
    else if (code === LIST || code === OBJECT) {
      count += 1;
      depth += 1;
      if (depth > BODY.depth) return 'deep';
    }
    if (count > items) return 'many';
  }
  return null;
}

/**
 * Installs the parser of JSON bodies: too many or too deeply nested values are refused before parsing, and an empty
 * `application/json` body counts as no body, because many clients send that with DELETE.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, callback) => {
    const source = body as string;
    if (source === '') return callback(null, undefined);
    const excess = findExcess(source, request.routeOptions.config.bodyItems ?? BODY.items);
    if (excess) return callback(new ApiError(excess === 'deep' ? 'too_deep' : 'too_many_values'));
    return parse(request, source, callback);
  });
}

/** Refused bodies up to this length are read to their end; proxies accept no longer ones, bytes. */
const DRAINED_BODY_MAX = 64 * 1_048_576;
/** Timeout for the rest of a refused body, ms. */
const DRAIN_TIMEOUT_MS = 30_000;

/**
 * Reads the rest of a refused body before the response closes the connection: otherwise the connection would be reset, and a
 * client behind nginx would get 502 instead of our error.
 */
export function drainRefusedBody(app: FastifyInstance): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    const { raw, headers } = request;
    const isClosing = headers.connection?.toLowerCase() === 'close';
    if (!isClosing || raw.complete || !(Number(headers['content-length']) <= DRAINED_BODY_MAX)) return payload;
    raw.resume();
    // A client that disconnects or is too slow gets whatever it can still receive.
    await finished(raw, { signal: AbortSignal.timeout(DRAIN_TIMEOUT_MS), cleanup: true }).catch((error: unknown) =>
      request.log.info({ err: error }, 'the rest of a refused body did not come'),
    );
    return payload;
  });
}
