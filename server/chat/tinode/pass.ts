// For its types: `wsHandler` of a route.
import '@fastify/websocket';
import type { FastifyInstance, FastifyReply } from 'fastify';
import WebSocket from 'ws';
import { ApiError } from '#server/http/errors.ts';
import { unreachable, VERIFIED } from '#server/http/pass-through.ts';
import { declarePublic } from '#server/http/route.ts';
import { socketOf } from './client.ts';

/** RFC 6455: come back later. */
const TRY_AGAIN = 1013;
/** Between two pings of a browser, ms; whose answer to the last one is missing is gone (A1). */
const PING_EVERY = 45_000;
/** How long the Tinode server may take to open a socket, ms. */
const PATIENCE = 10_000;

/**
 * Passes `/v0` to a Tinode server (`CHAT_URL`), files and sockets, so that everything comes from the console's own origin.
 * @param pingEvery between two pings of a browser, ms
 * @param sockets false where the whole API is passed on by a proxy that takes sockets along
 * @param patience how long the Tinode server may take to open a socket, ms
 */
export async function passChat(
  app: FastifyInstance,
  chatUrl: string,
  sockets: boolean,
  pingEvery = PING_EVERY,
  patience = PATIENCE,
): Promise<void> {
  const base = new URL(chatUrl.replace(/^ws/, 'http'));
  const inside = base.pathname.replace(/\/$/, '');
  await app.register(async (scope) => {
    declarePublic(scope, 'Передаётся серверу CHAT_URL');
    // Bodies go through as they come.
    scope.removeAllContentTypeParsers();
    if (sockets) passSocket(scope, chatUrl, pingEvery, patience);
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
    if (sockets) await scope.register(import('@fastify/http-proxy'), way);
    else
      await scope.register(import('@fastify/http-proxy'), {
        ...way,
        websocket: true,
        wsUpstream: base.origin.replace(/^http/, 'ws'),
      });
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

function passSocket(scope: FastifyInstance, chatUrl: string, pingEvery: number, patience: number): void {
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
      const { apikey } = request.query as { apikey?: unknown };
      const headers = { 'x-forwarded-for': request.ip };
      const far = new WebSocket(socketOf(chatUrl, String(apikey ?? '')), { headers, handshakeTimeout: patience });
      keepAlive(near, pingEvery);
      near.pause();
      far.once('open', () => near.resume());
      near.on('message', (data, binary) => far.send(data, { binary }));
      far.on('message', (data, binary) => near.send(data, { binary }));
      near.on('close', () => far.close());
      far.on('close', () => near.close());
      near.on('error', () => far.terminate());
      far.on('error', (error) => {
        request.log.warn({ err: error }, 'the Tinode server does not answer');
        near.resume();
        near.close(TRY_AGAIN, 'unavailable');
      });
    },
  });
}
