import { finished } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';

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
