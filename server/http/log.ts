import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';

/** Paths whose query carries a key: sockets their token, files the session they were given to. */
const KEYED = /^\/(ws|v0|api\/files)\//;

/** An address as it may stand in a log. */
export function loggedUrl(url: string): string {
  const [path = '', query] = url.split('?', 2);
  if (query === undefined) return path;
  if (KEYED.test(path)) return `${path}?…`;
  return `${path}?${query.replace(/(token|code|password|key|by)=[^&]*/gi, '$1=…')}`;
}

/** The log of the product: no password, no token, no body. */
export const LOG: LoggerOptions = {
  level: 'info',
  redact: {
    paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.authorization'],
    censor: '…',
  },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: loggedUrl(request.url), ip: request.ip }),
  },
};

/** One line for each answer of the API: what, by whom, how long (ms). */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (!/^\/(api|resources|dev)\//.test(request.url)) return;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ req: request, status: reply.statusCode, user: request.reader?.user, ms }, 'answered');
  });
}
