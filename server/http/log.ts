import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';

/** Parts that no path of ours has, but names do: encoded letters. */
const ENCODED = /(?:%[0-9A-F]{2}|[^\w./-])+/gi;
/** So many digits in a row as phones have and no id of ours; keys of files are hexadecimal. */
const PHONE_DIGITS = /(?<![0-9a-f])…?\d{10,}(?![0-9a-f])/gi;

/** An address as the log may hold it: names of query parameters without their values, no names and phones of people. */
export function loggedUrl(url: string): string {
  const at = url.indexOf('?');
  const path = (at < 0 ? url : url.slice(0, at)).replace(ENCODED, '…').replace(PHONE_DIGITS, '…');
  if (at < 0) return path;
  const names = new Set(new URLSearchParams(url.slice(at)).keys());
  return `${path}?${[...names].map((name) => name.slice(0, 40).replace(/[^\w.[\]-]/g, '…')).join('&')}`;
}

/** An error as the log has it. */
interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  cause?: LoggedError;
}

/** Values that PostgreSQL quotes in its messages. */
const QUOTED = /: ".*"$/s;
/** How far causes are followed. */
const CAUSES = 5;

/**
 * An error without what was sent: PostgreSQL tells values in `detail` and `where` and at the end of the message, and those are
 * names and phones.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
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
    ...(cause !== undefined && cause !== null && depth < CAUSES ? { cause: loggedError(cause, depth + 1) } : {}),
  };
}

/** The log of the product: no password, no token, no body. */
export const LOG: LoggerOptions = {
  level: 'info',
  redact: {
    paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.authorization'],
    censor: '…',
  },
  serializers: {
    err: loggedError,
    req: (request: FastifyRequest) => ({ method: request.method, url: loggedUrl(request.url), ip: request.ip }),
  },
};

/** One line for each answer of the API: call, person, duration (ms). */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (!/^\/(api|resources|dev)\//.test(request.url)) return;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ req: request, status: reply.statusCode, ms }, 'answered');
  });
}
