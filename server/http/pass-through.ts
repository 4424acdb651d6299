import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { classifyErrorCode, type NetworkFailure } from '#server/staging/trouble.ts';
import { ERRORS, type ErrorCode, errorBody } from './errors.ts';
import { forwardSockets } from './forward-sockets.ts';
import { declarePublic } from './route.ts';

/** Default timeout of the staging server: until the response starts, and between its parts, ms. */
const STAGING_TIMEOUT_MS = 30_000;

/** TLS options: the proxy would accept any certificate, but tokens may only go to a server that proves its identity. */
export const VERIFY_CERTIFICATE = { connect: { rejectUnauthorized: true } };

const TIMEOUT_ERROR_CODES: ReadonlySet<string> = new Set([
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

/** Answers a request that did not reach the other server or got no response. */
export function sendUnreachable(reply: FastifyReply, error: { code?: string; error?: { code?: string } }): void {
  reply.log.error({ err: error }, 'the other server does not answer');
  refuse(
    reply,
    TIMEOUT_ERROR_CODES.has(error.code ?? '') || TIMEOUT_ERROR_CODES.has(error.error?.code ?? '')
      ? 'gateway_timeout'
      : 'bad_gateway',
  );
}

/** Finds the original error code inside the errors that the proxy wraps around it; empty when there is none. */
function innermostErrorCode(error: unknown): string {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    const { code, error: wrapped, cause } = at as { code?: unknown; error?: unknown; cause?: unknown };
    if (typeof code === 'string' && !code.startsWith('FST_')) return code;
    at = wrapped ?? cause;
    if (at === undefined && typeof code === 'string') return code;
  }
  return '';
}

/** Our error codes by the reason the staging server could not be reached. */
const CODE_BY_TROUBLE: Readonly<Record<NetworkFailure, ErrorCode>> = {
  late: 'staging_late',
  expired: 'staging_expired',
  certificate: 'staging_certificate',
  noName: 'staging_no_name',
  refused: 'staging_refused',
  broken: 'staging_broken',
};

/** Answers a request that the staging server did not get or answer, with a message for each reason. */
function answerUnreachable(reply: FastifyReply, error: unknown): void {
  // The browser has aborted the request, so nobody needs an answer.
  if (reply.raw.destroyed) {
    reply.hijack();
    return;
  }
  const code = innermostErrorCode(error);
  reply.log.error({ err: error, code }, 'the staging server does not answer');
  refuse(reply, TIMEOUT_ERROR_CODES.has(code) ? 'staging_late' : CODE_BY_TROUBLE[classifyErrorCode(code)]);
}

/** The parts of the upstream response that are inspected before it is forwarded. */
interface UpstreamResponse {
  statusCode: number;
  stream: unknown;
}

/**
 * Forwards a response unchanged, except an HTML page instead of data or an error without a message for the user: these become our
 * own errors.
 */
function forwardResponse(reply: FastifyReply, { statusCode, stream }: UpstreamResponse): void {
  const type = String(reply.getHeader('content-type') ?? '');
  const isUnexpectedPage = type.includes('html') && !String(reply.request.headers.accept ?? '').includes('text/html');
  if (!isUnexpectedPage && (statusCode < 500 || type.includes('json'))) {
    reply.send(stream);
    return;
  }
  reply.log.error({ status: statusCode, type }, 'the staging server gave no answer for the console');
  // Read the unused response to its end, so that the connection becomes free.
  if (stream instanceof Readable) stream.resume();
  if (statusCode === 504) refuse(reply, 'staging_late');
  else if (statusCode === 503) refuse(reply, 'staging_unavailable');
  else if (statusCode >= 500) refuse(reply, 'staging_failed', undefined, { status: statusCode });
  else refuse(reply, 'staging_html', statusCode >= 400 ? statusCode : undefined);
}

/** Key under which a request carries its abort signal from the hook to the agent; headers with symbol keys are never sent. */
const ABORT_SIGNAL = Symbol('signal of the call');
type Headers = Record<string | symbol, unknown>;

/** Connections to the staging server. When the browser aborts a request, it is aborted there too. */
class AbortableAgent {
  readonly #agent: Agent;
  readonly #signals = new WeakMap<object, AbortSignal>();

  constructor(timeoutMs: number) {
    const connect = { ...VERIFY_CERTIFICATE.connect, timeout: Math.min(timeoutMs, 10_000) };
    this.#agent = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect, connections: 128 });
  }

  /** Hook that aborts the upstream request when the browser's connection closes early. */
  readonly follow = (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const controller = new AbortController();
    this.#signals.set(request.raw, controller.signal);
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) controller.abort();
    });
    next();
  };

  readonly withSignal = (request: { raw: object }, headers: object): never =>
    ({ ...headers, [ABORT_SIGNAL]: this.#signals.get(request.raw) }) as never;

  /** Called by `@fastify/reply-from` as its HTTP client. */
  request(options: { headers: Headers }, done: (error: Error | null, answer: never) => void): void {
    const { [ABORT_SIGNAL]: signal, ...headers } = options.headers;
    this.#agent.request({ ...options, headers, signal } as never, done as never);
  }

  destroy(): Promise<void> {
    return this.#agent.destroyed ? Promise.resolve() : this.#agent.destroy();
  }
}

/** Types displayed inline; any other upload is offered for download, because it would run on our origin. */
const INLINE_TYPES = /^(image\/(?!svg)|video\/|audio\/)/;

/** Headers for a file of the staging server on our origin: scripts are blocked and types not sniffed. */
function fileHeaders(headers: Record<string, string | string[] | undefined>) {
  const parameters = String(headers['content-disposition'] ?? '').replace(/^\s*[\w-]*/, '');
  return {
    ...headers,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': INLINE_TYPES.test(String(headers['content-type'] ?? ''))
      ? `inline${parameters}`
      : `attachment${parameters}`,
  };
}

/** Options of forwarding to a staging server. */
export interface PassThrough {
  /** `STAGING_URL` */
  stagingUrl: string;
  /** `STAGING_FILES`: paths of files on that server, to which its answers refer without a host (`/media/`). */
  files: readonly string[];
  /** `CHAT_URL`, whose sockets (`/v0`) are forwarded together with those of the staging server. */
  chatUrl?: string | undefined;
  /** Timeout until the response starts, and between its parts, ms. */
  timeoutMs?: number | undefined;
}

/**
 * Forwards `/api` and `/ws` to another server (embedded.md, `STAGING_URL`), including sockets, and its files by path. Its error
 * messages are passed through; where it has none for the user (an HTML page instead of data, no connection, a timeout, an invalid
 * certificate) we answer with our own.
 */
export async function passThrough(
  app: FastifyInstance,
  { stagingUrl, files, chatUrl, timeoutMs = STAGING_TIMEOUT_MS }: PassThrough,
): Promise<void> {
  const base = new URL(stagingUrl);
  const upstream = base.origin;
  const basePath = base.pathname.replace(/\/$/, '');
  const agent = new AbortableAgent(timeoutMs);
  const onError = (reply: unknown, error: unknown) => answerUnreachable(reply as FastifyReply, error);
  const proxyOptions = {
    upstream,
    undici: agent as object,
    destroyAgent: true,
    retryMethods: [],
    disableRequestLogging: true,
    preHandler: agent.follow,
  };
  const replyOptions = { onError, rewriteRequestHeaders: agent.withSignal };
  await app.register(async (scope) => {
    declarePublic(scope, 'Передаётся серверу STAGING_URL');
    for (const prefix of ['/api', '/ws'])
      await scope.register(import('@fastify/http-proxy'), {
        ...proxyOptions,
        prefix,
        rewritePrefix: `${basePath}${prefix}`,
        replyOptions: {
          ...replyOptions,
          onResponse: (_request, reply, response) =>
            forwardResponse(reply as FastifyReply, response as unknown as UpstreamResponse),
        },
      });
    for (const path of files)
      await scope.register(import('@fastify/http-proxy'), {
        ...proxyOptions,
        prefix: path.replace(/\/$/, ''),
        rewritePrefix: path.replace(/\/$/, ''),
        httpMethods: ['GET', 'HEAD'],
        replyOptions: { ...replyOptions, rewriteHeaders: fileHeaders as never },
      });
  });
  const chatSockets = chatUrl ? [{ prefix: '/v0', target: new URL(chatUrl.replace(/^ws/, 'http')) }] : [];
  forwardSockets(app, [{ prefix: '/ws', target: base }, ...chatSockets], timeoutMs);
}
