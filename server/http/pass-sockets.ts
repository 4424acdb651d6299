import { request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { troubleOfCode } from '#server/staging/trouble.ts';

/** How often a quiet socket is asked whether its other side is still there, ms. */
const KEEP_ALIVE = 30_000;

/** An address of a request is a path; its host is of no interest. */
const BASE = 'http://console.invalid';

/** Sockets whose address begins with `prefix` (`/ws`) go to the same path within `target`, http or https. */
export interface SocketRoute {
  prefix: string;
  target: URL;
}

const isWithin = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Answers an upgrade with a refusal and ends the connection. */
function refuse(socket: Duplex, status: number, message = STATUS_CODES[status] ?? 'Refused'): void {
  socket.end(`HTTP/1.1 ${status} ${message}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The head of an answer as it came, names and order kept. */
function responseHead({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Both ways, until either side ends. */
function join(near: Duplex, far: Duplex): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('close', () => other.destroy());
    one.pipe(other);
  }
}

/**
 * Passes the upgrade of sockets to other servers. Nothing is opened to the browser before the other server has opened it:
 * what it refuses is refused here with its status, so that the console knows a socket that is not there from one that broke.
 * Takes every upgrade of the app: one without a route is 404.
 * @param patience how long the other server may take to answer, ms
 */
export function passSockets(app: FastifyInstance, routes: readonly SocketRoute[], patience: number): void {
  const open = new Set<Duplex>();
  app.server.on('upgrade', (request: IncomingMessage, near: Duplex, first: Buffer) => {
    open.add(near);
    near.on('close', () => open.delete(near));
    near.on('error', (error) => app.log.debug({ err: error }, 'the browser broke its socket off'));
    // A path that climbs (`/ws/../api`) is settled by reading it.
    const url = request.url ?? '/';
    const requestUrl = URL.canParse(url, BASE) ? new URL(url, BASE) : null;
    const route = requestUrl && routes.find(({ prefix }) => isWithin(requestUrl.pathname, prefix));
    if (!requestUrl || !route) return refuse(near, 404);
    const { origin: _, host: _host, ...headers } = request.headers;
    const { target } = route;
    const far = (target.protocol === 'https:' ? httpsRequest : httpRequest)({
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port || undefined,
      path: `${target.pathname.replace(/\/$/, '')}${requestUrl.pathname}${requestUrl.search}`,
      headers: { ...headers, host: target.host },
      agent: false,
      timeout: patience,
    });
    near.on('close', () => far.destroy());
    far.on('upgrade', (answer, socket, early) => {
      socket.setTimeout(0);
      socket.setNoDelay(true);
      socket.setKeepAlive(true, KEEP_ALIVE);
      socket.on('error', (error) => app.log.debug({ err: error }, 'the other server broke a socket off'));
      near.write(responseHead(answer));
      near.write(early);
      socket.write(first);
      join(near, socket);
    });
    far.on('response', (answer) => {
      answer.resume();
      refuse(near, answer.statusCode ?? 502, answer.statusMessage);
    });
    far.on('timeout', () => far.destroy(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' })));
    far.on('error', (error: NodeJS.ErrnoException) => {
      if (near.destroyed) return;
      app.log.error({ err: error, path: requestUrl.pathname }, 'the other server opens no socket');
      refuse(near, troubleOfCode(error.code ?? '') === 'late' ? 504 : 502);
    });
    far.end();
  });
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy();
  });
}
