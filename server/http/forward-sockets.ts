import { request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { classifyErrorCode } from '#server/staging/trouble.ts';

/** TCP keep-alive interval of forwarded sockets, ms. */
const KEEP_ALIVE_MS = 30_000;

/** Base for parsing request paths; the host is irrelevant. */
const BASE_URL = 'http://console.invalid';

/** Sockets under `prefix` (`/ws`) are forwarded to the same path within `target`, http or https. */
export interface ForwardedSocket {
  prefix: string;
  target: URL;
}

const isWithin = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Answers an upgrade request with an error and closes the connection. */
function refuse(socket: Duplex, status: number, message = STATUS_CODES[status] ?? 'Refused'): void {
  socket.end(`HTTP/1.1 ${status} ${message}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The response head as received, with names and order unchanged. */
function responseHead({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Connects both streams until either closes. */
function pipeBoth(browserSocket: Duplex, serverSocket: Duplex): void {
  for (const [one, other] of [
    [browserSocket, serverSocket],
    [serverSocket, browserSocket],
  ] as const) {
    one.on('close', () => other.destroy());
    one.pipe(other);
  }
}

/**
 * Forwards socket upgrades to other servers. The browser's socket is opened only after the other server has accepted; a refusal
 * is passed on with its status, so that the console can tell a missing socket from a broken one. Handles every upgrade of the
 * app; one without a route gets 404.
 * @param timeoutMs timeout of the other server's answer, ms
 */
export function forwardSockets(app: FastifyInstance, routes: readonly ForwardedSocket[], timeoutMs: number): void {
  const openSockets = new Set<Duplex>();
  app.server.on('upgrade', (request: IncomingMessage, browserSocket: Duplex, browserHead: Buffer) => {
    openSockets.add(browserSocket);
    browserSocket.on('close', () => openSockets.delete(browserSocket));
    browserSocket.on('error', (error) => app.log.debug({ err: error }, 'the browser broke its socket off'));
    // Parsing resolves dot segments (`/ws/../api`).
    const url = request.url ?? '/';
    const requestUrl = URL.canParse(url, BASE_URL) ? new URL(url, BASE_URL) : null;
    const route = requestUrl && routes.find(({ prefix }) => isWithin(requestUrl.pathname, prefix));
    if (!requestUrl || !route) return refuse(browserSocket, 404);
    const { origin: _, host: _host, ...headers } = request.headers;
    const { target } = route;
    const upstreamRequest = (target.protocol === 'https:' ? httpsRequest : httpRequest)({
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port || undefined,
      path: `${target.pathname.replace(/\/$/, '')}${requestUrl.pathname}${requestUrl.search}`,
      headers: { ...headers, host: target.host },
      agent: false,
      timeout: timeoutMs,
    });
    browserSocket.on('close', () => upstreamRequest.destroy());
    upstreamRequest.on('upgrade', (response, socket, serverHead) => {
      socket.setTimeout(0);
      socket.setNoDelay(true);
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      socket.on('error', (error) => app.log.debug({ err: error }, 'the other server broke a socket off'));
      browserSocket.write(responseHead(response));
      browserSocket.write(serverHead);
      socket.write(browserHead);
      pipeBoth(browserSocket, socket);
    });
    upstreamRequest.on('response', (response) => {
      response.resume();
      refuse(browserSocket, response.statusCode ?? 502, response.statusMessage);
    });
    upstreamRequest.on('timeout', () =>
      upstreamRequest.destroy(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' })),
    );
    upstreamRequest.on('error', (error: NodeJS.ErrnoException) => {
      if (browserSocket.destroyed) return;
      app.log.error({ err: error, path: requestUrl.pathname }, 'the other server opens no socket');
      refuse(browserSocket, classifyErrorCode(error.code ?? '') === 'late' ? 504 : 502);
    });
    upstreamRequest.end();
  });
  app.addHook('preClose', async () => {
    for (const socket of openSockets) socket.destroy();
  });
}
