// For its types: `wsHandler` of a route.
import '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { CLOSE } from '#resources/protocol/live.ts';
import { SignInThrottle } from '#server/access/throttle.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Chat } from './chat.ts';
import { listen } from './connection.ts';
import { Dispatcher } from './dispatcher.ts';
import { chatFiles } from './files.ts';
import { hasKey, keyOf, refuseKey } from './key.ts';
import { Presence } from './presence.ts';
import { Session } from './session.ts';
import { SessionRegistry } from './session-registry.ts';
import { Views } from './views.ts';

/** Between two pings, ms; who does not answer the last one is gone (A1). */
const PING_EVERY = 45_000;
/** How long a socket may stay without anybody signed in, ms. */
const NOBODY_FOR = 120_000;

/** The chat in the box: `/v0/channels` and `/v0/file/` (chat-protocol.md, part A). */
export function createChat(app: FastifyInstance, building: ServerContext): void {
  const failed = (error: unknown) => app.log.error({ err: error }, 'the chat failed');
  const { db, bus, limits, now } = building;
  const hub = new SessionRegistry();
  const views = new Views(db);
  const courier = new Dispatcher({ db, bus, hub, views }, failed);
  const presence = new Presence({ db, bus, now }, failed);
  const throttle = new SignInThrottle(db, now);
  const chat: Chat = {
    db,
    bus,
    hub,
    views,
    courier,
    presence,
    throttle,
    limits,
    security: building.security,
    build: `box:${building.database.kind}`,
    failed,
    now,
  };
  closeThose(app, chat, building);
  chatFiles(app, building);

  const url = '/v0/channels';
  const summary = 'Чат (протокол Tinode)';
  const access = { kind: 'public' } as const;
  const example = () => ({ url: `${url}?apikey=${keyOf(building)}` });
  app.declared.push({ method: 'GET', url, summary, access, ok: 426, example, socket: true });
  app.route({
    method: 'GET',
    url,
    exposeHeadRoute: false,
    config: { access, socket: true },
    schema: { summary, tags: ['chat'], hide: true },
    preValidation: async (request, reply) => {
      if (!hasKey(request, keyOf(building))) return refuseKey(reply);
    },
    handler: async () => {
      throw new ApiError('upgrade_required');
    },
    wsHandler: (socket, request) => {
      const connection = limits.open(socket, request);
      if (!connection) return;
      const session = new Session(connection, request.ip);
      hub.add(session);
      socket.on('pong', () => {
        session.alive = true;
      });
      socket.on('close', () => {
        hub.drop(session);
        if (session.self && session.me) presence.left(session.self.id, session.agent).catch(failed);
      });
      listen(chat, session, failed);
    },
  });
}

/** Closes sockets whose person may no longer be there, those that are gone, and all when the process ends. */
function closeThose(app: FastifyInstance, { hub, bus, courier, presence }: Chat, { now }: ServerContext): void {
  const close = (which: (session: Session) => boolean, code: number, reason: string) => {
    for (const session of [...hub.sessions].filter(which)) hub.end(session, code, reason);
  };
  const stops = [
    // Rights, places or the account have changed: he comes back and is looked at anew.
    bus.subscribe('access-changed', ({ users }) =>
      close(({ self }) => self !== null && (users?.includes(self.id) ?? true), CLOSE.accessChanged, 'access changed'),
    ),
    bus.subscribe('session-ended', ({ token }) =>
      close(({ self }) => self !== null && [self.token, self.parent].includes(token), CLOSE.signedOut, 'signed out'),
    ),
    // Messages may have gone by unheard: everybody comes back and asks for what he has missed.
    bus.onGap(() => close(() => true, CLOSE.restart, 'come back')),
  ];
  const ping = setInterval(() => {
    for (const session of hub.sessions) {
      const idle = session.self === null && now().getTime() - session.born > NOBODY_FOR;
      const { socket } = session.connection;
      if (!session.alive || idle) socket.terminate();
      session.alive = false;
      socket.ping();
    }
  }, PING_EVERY);
  ping.unref();
  // Before the server stops listening: an open socket would keep it from closing.
  app.addHook('preClose', async () => {
    clearInterval(ping);
    for (const stop of stops) stop();
    close(() => true, CLOSE.restart, 'restart');
    await presence.stop();
  });
  app.addHook('onClose', async () => courier.stop());
}
