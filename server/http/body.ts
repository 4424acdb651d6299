import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { BODY } from '#resources/limits.ts';
import { ApiError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Values, keys included, that a body of JSON may have; `BODY.items` when left out. */
    bodyItems?: number;
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where a text of JSON ends that begins at a quote; the length of the source when it never does. */
function endOfText(source: string, from: number): number {
  for (let quote = source.indexOf('"', from + 1); quote !== -1; quote = source.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (source.charCodeAt(quote - slashes - 1) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return source.length;
}

/**
 * Says why a text of JSON is too much before it is parsed: reading it and asking the rules costs far more than counting.
 * @returns null when it is within the bounds, or no JSON at all, which the parser says better
 */
export function findExcess(source: string, items: number): 'deep' | 'many' | null {
  let depth = 0;
  let count = 0;
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === QUOTE) at = endOfText(source, at);
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
 * Reads bodies of JSON: those with too many or too deeply nested values are refused unread, and a call may say
 * `application/json` and send nothing, as many clients do with DELETE; where a body is wanted it is missed.
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

/** Bodies up to this length are read to their end after a refusal: proxies let no longer ones through, bytes. */
const MOST = 64 * 1_048_576;
/** The rest of a body is waited for no longer than this, ms. */
const PATIENCE = 30_000;

/**
 * Reads what is left of a refused body before the answer ends the connection, as nginx has it for every call: a connection that
 * is closed while the body is still coming is reset, and the client hears 502 in place of our sentence.
 */
export function readRestOfBody(app: FastifyInstance): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    const { raw, headers } = request;
    const ends = headers.connection?.toLowerCase() === 'close';
    if (!ends || raw.complete || !(Number(headers['content-length']) <= MOST)) return payload;
    raw.resume();
    // A client that goes away or is too slow gets what it can still take.
    await finished(raw, { signal: AbortSignal.timeout(PATIENCE), cleanup: true }).catch((error: unknown) =>
      request.log.info({ err: error }, 'the rest of a refused body did not come'),
    );
    return payload;
  });
}
