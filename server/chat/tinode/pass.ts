// For its types: `wsHandler` of a route.
import '@fastify/websocket';
import type { FastifyInstance, FastifyReply } from 'fastify';
import WebSocket from 'ws';
import { PING_EVERY } from '#resources/protocol/live.ts';
import { ApiError } from '#server/http/errors.ts';
import { unreachable, VERIFIED } from '#server/http/pass-through.ts';
import { declarePublic } from '#server/http/route.ts';
import type { Connection } from '#server/live/connection.ts';
import type { ConnectionLimits } from '#server/live/connection-limits.ts';
import { socketUrl } from './client.ts';

/** RFC 6455: come back later. */
const TRY_AGAIN = 1013;
/** How long the Tinode server may take to open a socket, ms. */
const PATIENCE = 10_000;
/** Bytes that may wait to be sent to the Tinode server before no more are read from the browser. */
const UNSENT_MAX = 1_048_576;

/**
 * Passes `/v0` to a Tinode server (`CHAT_URL`), files and sockets, so that everything comes from the console's own origin.
 * @param pingEvery between two pings of a browser, and of the Tinode server, ms
 * @param limits of sockets; null where all sockets are passed on together (`passThrough`)
 * @param patience how long the Tinode server may take to open a socket, ms
 */
export async function passChat(
  app: FastifyInstance,
  chatUrl: string,
  limits: ConnectionLimits | null,
  pingEvery = PING_EVERY,
  patience = PATIENCE,
): Promise<void> {
  const base = new URL(chatUrl.replace(/^ws/, 'http'));
  const inside = base.pathname.replace(/\/$/, '');
  await app.register(async (scope) => {
    declarePublic(scope, 'Передаётся серверу CHAT_URL');
    // Bodies go through as they come.
    scope.removeAllContentTypeParsers();
    if (limits) passSocket(scope, chatUrl, limits, { pingEvery, patience });
    const way = {
      upstream: base.origin,
      prefix: '/v0',
      rewritePrefix: `${inside}/v0`,
      undici: VERIFIED,
      destroyAgent: true,
      disableRequestLogging: true,
      replyOptions: {
        onError: (reply: unknown, error: unknown) => unreachable(reply as FastifyReply, error as { code?: string }),
      },
    };
    await scope.register(import('@fastify/http-proxy'), way);
  });
}

/** Ends a socket whose other side is gone without a word; without this it, and the one it is passed to, would stay for ever. */
function keepAlive(socket: WebSocket, every: number): void {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  const timer = setInterval(() => {
    if (!alive) return socket.terminate();
    alive = false;
    socket.ping();
  }, every);
  timer.unref();
  socket.on('close', () => clearInterval(timer));
}

interface Times {
  pingEvery: number;
  patience: number;
}

function passSocket(scope: FastifyInstance, chatUrl: string, limits: ConnectionLimits, times: Times): void {
  scope.route({
    method: 'GET',
    url: '/v0/channels',
    exposeHeadRoute: false,
    config: { socket: true },
    schema: { hide: true },
    handler: async () => {
      throw new ApiError('upgrade_required');
    },
    wsHandler: (near, request) => {
      const connection = limits.open(near, request);
      if (!connection) return;
      // Only the Tinode server knows the person that signs in.
      limits.passOn(connection);
      const { apikey } = request.query as { apikey?: unknown };
      const headers = { 'x-forwarded-for': request.ip };
      const address = socketUrl(chatUrl, String(apikey ?? ''));
      const far = new WebSocket(address, { headers, handshakeTimeout: times.patience });
      keepAlive(near, times.pingEvery);
      near.pause();
      far.once('open', () => {
        near.resume();
        keepAlive(far, times.pingEvery);
      });
      handOver(connection, far);
      far.on('message', (data, binary) => connection.send(data, binary));
      near.on('close', () => far.close());
      far.on('close', () => near.close());
      near.on('error', () => far.terminate());
      far.on('error', (error) => {
        request.log.warn({ err: error }, 'the Tinode server does not answer');
        near.resume();
        connection.close(TRY_AGAIN, 'unavailable');
      });
    },
  });
}

/** Sends on what a browser says, no faster than the Tinode server takes it. */
function handOver(connection: Connection, far: WebSocket): void {
  const { socket: near } = connection;
  connection.passOn((data, binary) => {
    if (far.readyState !== far.OPEN) return;
    far.send(data, { binary }, () => {
      if (near.isPaused && far.bufferedAmount <= UNSENT_MAX) near.resume();
    });
    if (far.bufferedAmount > UNSENT_MAX) near.pause();
  });
}
