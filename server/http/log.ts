import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LoggerOptions } from 'pino';

/** An address as it may stand in a log: of its query only what was asked by, not what for: names and phones are searched. */
export function loggedUrl(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const names = new Set(new URLSearchParams(url.slice(at)).keys());
  return `${url.slice(0, at)}?${[...names].map((name) => name.slice(0, 40).replace(/[^\w.[\]-]/g, '…')).join('&')}`;
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
    request.log.info({ req: request, status: reply.statusCode, user: request.holder?.user, ms }, 'answered');
  });
}
