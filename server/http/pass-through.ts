import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { type Trouble, troubleOfCode } from '#server/staging/trouble.ts';
import { ERRORS, type ErrorCode, errorBody } from './errors.ts';
import { passSockets } from './pass-sockets.ts';
import { declarePublic } from './route.ts';

/** How long the staging server may take to begin its answer, and be silent within it, ms. */
const PATIENCE = 30_000;

/** The proxy takes any certificate unless it is told not to: tokens go only to a server that proves its identity. */
export const VERIFIED = { connect: { rejectUnauthorized: true } };

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

/** The answer to a call that did not reach the other server or got nothing back. */
export function unreachable(reply: FastifyReply, error: { code?: string; error?: { code?: string } }): void {
  reply.log.error({ err: error }, 'the other server does not answer');
  refuse(
    reply,
    TIMEOUT_ERROR_CODES.has(error.code ?? '') || TIMEOUT_ERROR_CODES.has(error.error?.code ?? '')
      ? 'gateway_timeout'
      : 'bad_gateway',
  );
}

/** The code of the error that came in place of an answer, found inside the errors that the proxy wraps around it; empty for none. */
function errorCode(error: unknown): string {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    const { code, error: wrapped, cause } = at as { code?: unknown; error?: unknown; cause?: unknown };
    if (typeof code === 'string' && !code.startsWith('FST_')) return code;
    at = wrapped ?? cause;
    if (at === undefined && typeof code === 'string') return code;
  }
  return '';
}

/** Error codes about the staging server, by the failure on the way to it. */
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
  // The browser has given the call up: there is no one to answer.
  if (reply.raw.destroyed) {
    reply.hijack();
    return;
  }
  const code = errorCode(error);
  reply.log.error({ err: error, code }, 'the staging server does not answer');
  refuse(reply, TIMEOUT_ERROR_CODES.has(code) ? 'staging_late' : TROUBLE[troubleOfCode(code)]);
}

/** The parts of the upstream's answer that are looked at before it is passed on: its status and its body. */
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
  // An answer that is not passed on is read to its end, so that the connection is free again.
  if (stream instanceof Readable) stream.resume();
  if (statusCode === 504) refuse(reply, 'staging_late');
  else if (statusCode === 503) refuse(reply, 'staging_unavailable');
  else if (statusCode >= 500) refuse(reply, 'staging_failed', undefined, { status: statusCode });
  else refuse(reply, 'staging_html', statusCode >= 400 ? statusCode : undefined);
}

/** Under it a call carries its signal from the hook to the agent: headers under symbols are never sent. */
const SIGNAL = Symbol('signal of the call');
type Headers = Record<string | symbol, unknown>;

/** Connections to the staging server. A call that the browser gives up is given up there as well. */
class AbortableAgent {
  readonly #agent: Agent;
  readonly #signals = new WeakMap<object, AbortSignal>();

  constructor(patience: number) {
    const connect = { ...VERIFIED.connect, timeout: Math.min(patience, 10_000) };
    this.#agent = new Agent({ headersTimeout: patience, bodyTimeout: patience, connect, connections: 128 });
  }

  /** Ends the call with its connection. */
  readonly follow = (request: FastifyRequest, reply: FastifyReply, next: () => void): void => {
    const controller = new AbortController();
    this.#signals.set(request.raw, controller.signal);
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) controller.abort();
    });
    next();
  };

  readonly withSignal = (request: { raw: object }, headers: object): never =>
    ({ ...headers, [SIGNAL]: this.#signals.get(request.raw) }) as never;

  /** As `@fastify/reply-from` calls its client. */
  request(options: { headers: Headers }, done: (error: Error | null, answer: never) => void): void {
    const { [SIGNAL]: signal, ...headers } = options.headers;
    this.#agent.request({ ...options, headers, signal } as never, done as never);
  }

  destroy(): Promise<void> {
    return this.#agent.destroyed ? Promise.resolve() : this.#agent.destroy();
  }
}

/** Shown where it is asked for; every other upload of that server is saved, for here it would be a page of ours. */
const SHOWN = /^(image\/(?!svg)|video\/|audio\/)/;

/** A file of the staging server on our origin: never a page that runs, never guessed at. */
function asFile(headers: Record<string, string | string[] | undefined>) {
  const parameters = String(headers['content-disposition'] ?? '').replace(/^\s*[\w-]*/, '');
  return {
    ...headers,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': SHOWN.test(String(headers['content-type'] ?? ''))
      ? `inline${parameters}`
      : `attachment${parameters}`,
  };
}

/** Settings of passing calls on. */
export interface PassThrough {
  /** `STAGING_URL` */
  stagingUrl: string;
  /** `STAGING_FILES`: paths of files there that its answers name without a host (`/media/`). */
  files: readonly string[];
  /** `CHAT_URL`, whose sockets (`/v0`) are passed on beside those of the staging server. */
  chatUrl?: string | undefined;
  /** How long the staging server may take to begin its answer, and be silent within it, ms. */
  patience?: number | undefined;
}

/**
 * Passes `/api` and `/ws` to another server (embedded.md, `STAGING_URL`), sockets included, and its files by their
 * paths. Its own words come through; where it has none for the user (a page instead of data, no connection, no answer
 * in time, a certificate that is no good) we say which it is.
 */
export async function passThrough(
  app: FastifyInstance,
  { stagingUrl, files, chatUrl, patience = PATIENCE }: PassThrough,
): Promise<void> {
  const base = new URL(stagingUrl);
  const upstream = base.origin;
  const inside = base.pathname.replace(/\/$/, '');
  const agent = new AbortableAgent(patience);
  const onError = (reply: unknown, error: unknown) => unpassed(reply as FastifyReply, error);
  const common = {
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
        ...common,
        prefix,
        rewritePrefix: `${inside}${prefix}`,
        replyOptions: {
          ...replyOptions,
          onResponse: (_request, reply, response) => passAnswer(reply as FastifyReply, response as unknown as Upstream),
        },
      });
    for (const path of files)
      await scope.register(import('@fastify/http-proxy'), {
        ...common,
        prefix: path.replace(/\/$/, ''),
        rewritePrefix: path.replace(/\/$/, ''),
        httpMethods: ['GET', 'HEAD'],
        replyOptions: { ...replyOptions, rewriteHeaders: asFile as never },
      });
  });
  const chat = chatUrl ? [{ prefix: '/v0', target: new URL(chatUrl.replace(/^ws/, 'http')) }] : [];
  passSockets(app, [{ prefix: '/ws', target: base }, ...chat], patience);
}
