// For its types: adds `websocket` and `wsHandler` to route options.
import '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CLOSE } from '#resources/protocol/live.ts';
import { authorize, type GuardDeps } from '#server/access/guard.ts';
import type { Reader } from '#server/access/reader.ts';
import type { Access } from '#server/http/declaration.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Connection } from './connection.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { Sockets } from './sockets.ts';

/**
 * Whether a socket is opened by our own page: browsers send the page's origin, which must be this host; other clients send none.
 * Needed because a page of another site could read the answers of a WebSocket.
 */
function isOwnOrigin({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Declaration of a WebSocket route. */
export interface SocketRoute {
  url: string;
  summary: string;
  access: Extract<Access, { kind: 'staff' | 'section' }>;
  /** Called when the socket is open and registered. The handler must check rights again for everything it sends later. */
  open(connection: Connection, reader: Reader): void;
}

/** Dependencies of a socket route. */
export interface SocketRouteDeps {
  sockets: Sockets;
  limits: ConnectionLimits;
  guard: GuardDeps;
}

/**
 * Registers a WebSocket route, guarded like every route. The token is `?token=`, or a single-use `?ticket=`. A plain GET with the
 * right gets 426. Pages of other sites are refused.
 */
export function socketRoute(
  app: FastifyInstance,
  { sockets, limits, guard }: SocketRouteDeps,
  spec: SocketRoute,
): void {
  const { url, summary, access } = spec;
  const example = () => ({ url });
  app.declared.push({ method: 'GET', url, summary, access, ok: 426, example, socket: true });
  app.route({
    method: 'GET',
    url,
    exposeHeadRoute: false,
    config: { access, socket: true },
    schema: { summary, tags: ['live'], hide: true },
    preValidation: async (request) => {
      if (!isOwnOrigin(request)) throw new ApiError('foreign_origin');
    },
    handler: async () => {
      throw new ApiError('upgrade_required');
    },
    wsHandler: async (socket, request) => {
      const { reader } = request;
      if (!reader) return socket.terminate();
      const connection = limits.open(socket, request);
      if (!connection || !limits.signIn(connection, reader.user)) return;
      sockets.add(connection, reader);
      // Messages from the client are held back until a listener is attached.
      socket.pause();
      try {
        // Check again now that the socket is registered: a right withdrawn in between would go unnoticed.
        await authorize(request, access, guard);
      } catch (error) {
        socket.resume();
        if (error instanceof ApiError && error.code === 'no_right')
          return connection.close(CLOSE.accessChanged, 'access changed');
        if (error instanceof ApiError) return connection.close(CLOSE.signedOut, 'signed out');
        request.log.error({ err: error }, 'rights of a socket could not be looked up');
        // The session stays valid; the client reconnects later.
        return connection.close(CLOSE.failed, 'failed');
      }
      if (connection.isOpen) spec.open(connection, reader);
      socket.resume();
    },
  });
}

/** Answers 404 to a socket on a path without one, because the plug-in would open it and close it again. */
export function refuseStraySockets(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    if (request.ws && !request.routeOptions.config?.socket) throw new ApiError('not_found');
  });
}
