import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';

/** Percent-encoded or other characters that appear in no route of ours, so probably personal data. */
const ENCODED = /(?:%[0-9A-F]{2}|[^\w./-])+/gi;
/** Ten or more digits in a row are probably a phone; file keys (hexadecimal) are excluded. */
const PHONE_DIGITS = /(?<![0-9a-f])…?\d{10,}(?![0-9a-f])/gi;

/** URL for the log: query parameters without values, names and phones masked. */
export function maskUrl(url: string): string {
  const queryStart = url.indexOf('?');
  const path = (queryStart < 0 ? url : url.slice(0, queryStart)).replace(ENCODED, '…').replace(PHONE_DIGITS, '…');
  if (queryStart < 0) return path;
  const names = new Set(new URLSearchParams(url.slice(queryStart)).keys());
  return `${path}?${[...names].map((name) => name.slice(0, 40).replace(/[^\w.[\]-]/g, '…')).join('&')}`;
}

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  cause?: LoggedError;
}

/** Quoted values at the end of PostgreSQL messages. */
const QUOTED = /: ".*"$/s;
/** Maximum depth of logged causes. */
const MAX_CAUSE_DEPTH = 5;

/** Serializes an error without user data: PostgreSQL quotes row values in `detail`, `where` and at the end of the message. */
export function serializeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error).slice(0, 500) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const isSql = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
  const message = isSql ? error.message.replace(QUOTED, ': …') : error.message;
  const at = error.stack?.indexOf('\n    at ') ?? -1;
  return {
    type: error.name,
    message,
    ...(at >= 0 ? { stack: `${error.name}: ${message}${error.stack?.slice(at)}` } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause !== undefined && cause !== null && depth < MAX_CAUSE_DEPTH
      ? { cause: serializeError(cause, depth + 1) }
      : {}),
  };
}

/** Logger options that keep passwords, tokens and bodies out of the log. */
export const LOGGER_OPTIONS: LoggerOptions = {
  level: 'info',
  redact: {
    paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.authorization'],
    censor: '…',
  },
  serializers: {
    err: serializeError,
    req: (request: FastifyRequest) => ({ method: request.method, url: maskUrl(request.url), ip: request.ip }),
  },
};

/** Logs one line for each answer under /api, /resources and /dev: request, status, duration (ms). */
export function logResponses(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (!/^\/(api|resources|dev)\//.test(request.url)) return;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ req: request, status: reply.statusCode, ms }, 'answered');
  });
}
