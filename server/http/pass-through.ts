import { STATUS_CODES } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ERRORS, type ErrorCode, errorBody } from './errors.ts';
import { declarePublic } from './route.ts';

/** How long the staging server may take to begin its answer, and be silent within it, ms. */
export const PATIENCE = 30_000;

const SLOW: ReadonlySet<string> = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'FST_REPLY_FROM_GATEWAY_TIMEOUT',
]);

function refuse(reply: FastifyReply, code: ErrorCode): void {
  reply.removeHeader('content-length');
  reply.removeHeader('content-encoding');
  reply.code(ERRORS[code][0]).type('application/json; charset=utf-8');
  reply.send(JSON.stringify(errorBody(code, reply.request.id)));
}

/** The answer to a call that did not reach the other server or got nothing back. */
export function unreachable(reply: FastifyReply, error: { code?: string; error?: { code?: string } }): void {
  reply.log.error({ err: error }, 'the other server does not answer');
  refuse(reply, SLOW.has(error.code ?? '') || SLOW.has(error.error?.code ?? '') ? 'gateway_timeout' : 'bad_gateway');
}

/**
 * Passes `/api` and `/ws` to somebody's server (embedded.md, `STAGING_URL`), sockets included. Its own words come
 * through; where it has none for the user (a proxy's error page, no connection, no answer in time) we say it.
 */
export async function passThrough(app: FastifyInstance, stagingUrl: string, patience = PATIENCE): Promise<void> {
  const base = new URL(stagingUrl);
  const upstream = base.origin;
  const inside = base.pathname.replace(/\/$/, '');
  await app.register(async (scope) => {
    declarePublic(scope, 'Передаётся серверу STAGING_URL');
    await scope.register(httpProxy, {
      upstream,
      prefix: '/api',
      rewritePrefix: `${inside}/api`,
      undici: { headersTimeout: patience, bodyTimeout: patience, connect: { timeout: Math.min(patience, 10_000) } },
      destroyAgent: true,
      retryMethods: [],
      disableRequestLogging: true,
      replyOptions: {
        onError: (reply, error) => unreachable(reply as FastifyReply, error as { code?: string }),
        onResponse: (_request, reply, response) => {
          const status = (response as unknown as { statusCode: number }).statusCode;
          const type = String((reply as FastifyReply).getHeader('content-type') ?? '');
          if (status < 500 || type.includes('json'))
            return reply.send((response as unknown as { stream: unknown }).stream);
          reply.log.error({ status, reason: STATUS_CODES[status] }, 'the staging server failed');
          refuse(
            reply as FastifyReply,
            status === 504 ? 'gateway_timeout' : status === 503 ? 'unavailable' : 'bad_gateway',
          );
        },
      },
    });
    await scope.register(httpProxy, {
      upstream,
      prefix: '/ws',
      rewritePrefix: `${inside}/ws`,
      websocket: true,
      wsUpstream: upstream.replace(/^http/, 'ws'),
      destroyAgent: true,
      disableRequestLogging: true,
      replyOptions: { onError: (reply, error) => unreachable(reply as FastifyReply, error as { code?: string }) },
    });
  });
}
