import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Trouble, troubleOfCode } from '#server/staging/trouble.ts';
import { ERRORS, type ErrorCode, errorBody } from './errors.ts';
import { declarePublic } from './route.ts';

/** How long the staging server may take to begin its answer, and be silent within it, ms. */
export const PATIENCE = 30_000;

/** The proxy takes any certificate unless it is told not to: tokens go to nobody who cannot show that he is who he says. */
export const VERIFIED = { connect: { rejectUnauthorized: true } };

const SLOW: ReadonlySet<string> = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'FST_REPLY_FROM_GATEWAY_TIMEOUT',
]);

function refuse(reply: FastifyReply, code: ErrorCode, status: number = ERRORS[code][0], params = {}): void {
  reply.removeHeader('content-length');
  reply.removeHeader('content-encoding');
  reply.code(status).type('application/json; charset=utf-8');
  reply.send(JSON.stringify(errorBody(code, reply.request.id, params)));
}

/** The answer to a call that did not reach the other server or got nothing back. */
export function unreachable(reply: FastifyReply, error: { code?: string; error?: { code?: string } }): void {
  reply.log.error({ err: error }, 'the other server does not answer');
  refuse(reply, SLOW.has(error.code ?? '') || SLOW.has(error.error?.code ?? '') ? 'gateway_timeout' : 'bad_gateway');
}

/** What came instead of an answer, inside the errors that the proxy wraps around it. */
function codeOf(error: unknown): string {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    const { code, error: wrapped, cause } = at as { code?: unknown; error?: unknown; cause?: unknown };
    if (typeof code === 'string' && !code.startsWith('FST_')) return code;
    at = wrapped ?? cause;
    if (at === undefined && typeof code === 'string') return code;
  }
  return '';
}

/** What is said of the staging server, by what went wrong on the way to it. */
const TROUBLE: Readonly<Record<Trouble, ErrorCode>> = {
  late: 'staging_late',
  expired: 'staging_expired',
  certificate: 'staging_certificate',
  noName: 'staging_no_name',
  refused: 'staging_refused',
  broken: 'staging_broken',
};

/** The answer to a call that the staging server did not get or did not answer: a sentence for each reason. */
function unpassed(reply: FastifyReply, error: unknown): void {
  const code = codeOf(error);
  reply.log.error({ err: error, code }, 'the staging server does not answer');
  refuse(reply, SLOW.has(code) ? 'staging_late' : TROUBLE[troubleOfCode(code)]);
}

/** What of the upstream's answer the proxy hands on. */
interface Upstream {
  statusCode: number;
  stream: unknown;
}

/** Passes an answer on as it is; a page in place of data, and a failure that has no words for the user, become a sentence. */
function passAnswer(reply: FastifyReply, { statusCode, stream }: Upstream): void {
  const type = String(reply.getHeader('content-type') ?? '');
  const page = type.includes('html') && !String(reply.request.headers.accept ?? '').includes('text/html');
  if (!page && (statusCode < 500 || type.includes('json'))) {
    reply.send(stream);
    return;
  }
  reply.log.error({ status: statusCode, type }, 'the staging server gave no answer for the console');
  // What is not passed on is read to its end, so that the connection is free again.
  if (stream instanceof Readable) stream.resume();
  if (statusCode === 504) refuse(reply, 'staging_late');
  else if (statusCode === 503) refuse(reply, 'staging_unavailable');
  else if (statusCode >= 500) refuse(reply, 'staging_failed', undefined, { status: statusCode });
  else refuse(reply, 'staging_html', statusCode >= 400 ? statusCode : undefined);
}

/**
 * Passes `/api` and `/ws` to somebody's server (embedded.md, `STAGING_URL`), sockets included. Its own words come
 * through; where it has none for the user (a page instead of data, no connection, no answer in time, a certificate that is
 * no good) we say which it is.
 */
export async function passThrough(app: FastifyInstance, stagingUrl: string, patience = PATIENCE): Promise<void> {
  const base = new URL(stagingUrl);
  const upstream = base.origin;
  const inside = base.pathname.replace(/\/$/, '');
  const onError = (reply: unknown, error: unknown) => unpassed(reply as FastifyReply, error);
  await app.register(async (scope) => {
    declarePublic(scope, 'Передаётся серверу STAGING_URL');
    await scope.register(import('@fastify/http-proxy'), {
      upstream,
      prefix: '/api',
      rewritePrefix: `${inside}/api`,
      undici: {
        headersTimeout: patience,
        bodyTimeout: patience,
        connect: { ...VERIFIED.connect, timeout: Math.min(patience, 10_000) },
      },
      destroyAgent: true,
      retryMethods: [],
      disableRequestLogging: true,
      replyOptions: {
        onError,
        onResponse: (_request, reply, response) => passAnswer(reply as FastifyReply, response as unknown as Upstream),
      },
    });
    await scope.register(import('@fastify/http-proxy'), {
      upstream,
      prefix: '/ws',
      rewritePrefix: `${inside}/ws`,
      websocket: true,
      wsUpstream: upstream.replace(/^http/, 'ws'),
      undici: VERIFIED,
      destroyAgent: true,
      disableRequestLogging: true,
      replyOptions: { onError },
    });
  });
}
