// For its types: adds `wsHandler` to route options.
import '@fastify/websocket';
import type { FastifyInstance, FastifyReply } from 'fastify';
import WebSocket from 'ws';
import { PING_INTERVAL_MS } from '#resources/protocol/live.ts';
import { ApiError } from '#server/http/errors.ts';
import { sendUnreachable, VERIFY_CERTIFICATE } from '#server/http/pass-through.ts';
import { declarePublic } from '#server/http/route.ts';
import type { Connection } from '#server/live/connection.ts';
import type { ConnectionLimits } from '#server/live/connection-limits.ts';
import { socketUrl } from './client.ts';

/** WebSocket close code: try again later. */
const CLOSE_TRY_AGAIN = 1013;
/** Default timeout of opening a socket to the Tinode server, ms. */
const CONNECT_TIMEOUT_MS = 10_000;
/** While more bytes than this wait to be sent to the Tinode server, reading from the browser is paused. */
const UNSENT_MAX = 1_048_576;

/**
 * Proxies `/v0` to a Tinode server (`CHAT_URL`), files and sockets, so that everything has the console's origin.
 * @param pingEvery ping interval for browsers and the Tinode server, ms
 * @param limits limits of sockets; null when `passThrough` proxies all sockets
 * @param connectTimeoutMs timeout of opening a socket to the Tinode server, ms
 */
export async function proxyChat(
  app: FastifyInstance,
  chatUrl: string,
  limits: ConnectionLimits | null,
  pingEvery = PING_INTERVAL_MS,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
): Promise<void> {
  const base = new URL(chatUrl.replace(/^ws/, 'http'));
  const basePath = base.pathname.replace(/\/$/, '');
  await app.register(async (scope) => {
    declarePublic(scope, 'Передаётся серверу CHAT_URL');
    // Request bodies are passed through unparsed.
    scope.removeAllContentTypeParsers();
    if (limits) proxySocket(scope, chatUrl, limits, { pingEvery, connectTimeoutMs });
    const proxyOptions = {
      upstream: base.origin,
      prefix: '/v0',
      rewritePrefix: `${basePath}/v0`,
      undici: VERIFY_CERTIFICATE,
      destroyAgent: true,
      disableRequestLogging: true,
      replyOptions: {
        onError: (reply: unknown, error: unknown) => sendUnreachable(reply as FastifyReply, error as { code?: string }),
      },
    };
    await scope.register(import('@fastify/http-proxy'), proxyOptions);
  });
}

/** Terminates a socket that stopped answering pings; otherwise it and its counterpart would stay open for ever. */
function keepAlive(socket: WebSocket, intervalMs: number): void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, intervalMs);
  timer.unref();
  socket.on('close', () => clearInterval(timer));
}

interface SocketTimes {
  pingEvery: number;
  connectTimeoutMs: number;
}

function proxySocket(scope: FastifyInstance, chatUrl: string, limits: ConnectionLimits, times: SocketTimes): void {
  scope.route({
    method: 'GET',
    url: '/v0/channels',
    exposeHeadRoute: false,
    config: { socket: true },
    schema: { hide: true },
    handler: async () => {
      throw new ApiError('upgrade_required');
    },
    wsHandler: (browserSocket, request) => {
      const connection = limits.open(browserSocket, request);
      if (!connection) return;
      // Only the Tinode server knows who signs in.
      limits.allowForwarding(connection);
      const { apikey } = request.query as { apikey?: unknown };
      const headers = { 'x-forwarded-for': request.ip };
      const address = socketUrl(chatUrl, String(apikey ?? ''));
      const tinodeSocket = new WebSocket(address, { headers, handshakeTimeout: times.connectTimeoutMs });
      keepAlive(browserSocket, times.pingEvery);
      browserSocket.pause();
      tinodeSocket.once('open', () => {
        browserSocket.resume();
        keepAlive(tinodeSocket, times.pingEvery);
      });
      forwardPackets(connection, tinodeSocket);
      tinodeSocket.on('message', (data, binary) => connection.send(data, binary));
      browserSocket.on('close', () => tinodeSocket.close());
      tinodeSocket.on('close', () => browserSocket.close());
      browserSocket.on('error', () => tinodeSocket.terminate());
      tinodeSocket.on('error', (error) => {
        request.log.warn({ err: error }, 'the Tinode server does not answer');
        browserSocket.resume();
        connection.close(CLOSE_TRY_AGAIN, 'unavailable');
      });
    },
  });
}

/** Forwards packets of the browser, pausing it while the Tinode server is slower. */
function forwardPackets(connection: Connection, tinodeSocket: WebSocket): void {
  const { socket: browserSocket } = connection;
  connection.forwardMessages((data, binary) => {
    if (tinodeSocket.readyState !== tinodeSocket.OPEN) return;
    tinodeSocket.send(data, { binary }, () => {
      if (browserSocket.isPaused && tinodeSocket.bufferedAmount <= UNSENT_MAX) browserSocket.resume();
    });
    if (tinodeSocket.bufferedAmount > UNSENT_MAX) browserSocket.pause();
  });
}
