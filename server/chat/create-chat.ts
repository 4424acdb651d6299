// For its types: `wsHandler` of a route.
import '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { CLOSE, PING_EVERY } from '#resources/protocol/live.ts';
import { SignInThrottle } from '#server/access/throttle.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Chat } from './chat.ts';
import { listen } from './connection.ts';
import { Dispatcher } from './dispatcher.ts';
import { chatFiles } from './files/files.ts';
import { chatApiKey, hasKey, refuseKey } from './key.ts';
import { Presence } from './presence.ts';
import { aliveTokens } from './queries/token-queries.ts';
import { Session } from './session.ts';
import { SessionRegistry } from './session-registry.ts';
import { Views } from './views.ts';

/** How long a socket may stay without anybody signed in, ms. */
const NOBODY_FOR = 120_000;

/** Between two looks whether the sessions of open sockets still live, ms. */
const LOOK_EVERY = 60_000;

/** The chat in the box: `/v0/channels` and `/v0/file/` (chat-protocol.md, part A). */
export function createChat(app: FastifyInstance, context: ServerContext): void {
  const failed = (error: unknown) => app.log.error({ err: error }, 'the chat failed');
  const { db, bus, limits, now } = context;
  const registry = new SessionRegistry();
  const views = new Views(db);
  const sendBack = () => {
    for (const session of [...registry.sessions]) registry.end(session, CLOSE.restart, 'come back');
  };
  const dispatcher = new Dispatcher({ db, bus, registry, views, sendBack }, failed);
  const presence = new Presence({ db, bus, now }, failed);
  const throttle = new SignInThrottle(db, now);
  const chat: Chat = {
    db,
    bus,
    registry,
    views,
    dispatcher,
    presence,
    throttle,
    limits,
    security: context.security,
    sessions: context.settings.sessions,
    build: `box:${context.database.kind}`,
    failed,
    now,
  };
  closeThose(app, chat, context);
  chatFiles(app, context);

  const url = '/v0/channels';
  const summary = 'Чат (протокол Tinode)';
  const access = { kind: 'public' } as const;
  const example = () => ({ url: `${url}?apikey=${chatApiKey(context)}` });
  app.declared.push({ method: 'GET', url, summary, access, ok: 426, example, socket: true });
  app.route({
    method: 'GET',
    url,
    exposeHeadRoute: false,
    config: { access, socket: true },
    schema: { summary, tags: ['chat'], hide: true },
    preValidation: async (request, reply) => {
      if (!hasKey(request, chatApiKey(context))) return refuseKey(reply);
    },
    handler: async () => {
      throw new ApiError('upgrade_required');
    },
    wsHandler: (socket, request) => {
      const connection = limits.open(socket, request);
      if (!connection) return;
      const session = new Session(connection, request.ip, now().getTime());
      registry.add(session);
      socket.on('pong', () => {
        session.alive = true;
      });
      socket.on('close', () => {
        registry.drop(session);
        if (session.self && session.me) presence.left(session.self.id, session.agent).catch(failed);
      });
      listen(chat, session, failed);
    },
  });
}

/** Closes sockets whose person may no longer be there, those that are gone, and all when the process ends. */
function closeThose(app: FastifyInstance, chat: Chat, { now }: ServerContext): void {
  const { registry, bus, dispatcher, presence } = chat;
  const close = (which: (session: Session) => boolean, code: number, reason: string) => {
    for (const session of [...registry.sessions].filter(which)) registry.end(session, code, reason);
  };
  const stops = [
    // Rights, places or the account have changed: they come back and are looked at anew.
    bus.subscribe('access-changed', ({ users }) =>
      close(({ self }) => self !== null && (users?.includes(self.id) ?? true), CLOSE.accessChanged, 'access changed'),
    ),
    bus.subscribe('session-ended', ({ token }) =>
      close(({ self }) => self !== null && [self.token, self.parent].includes(token), CLOSE.signedOut, 'signed out'),
    ),
    // Messages may have gone by unheard: everybody comes back and asks for what they have missed.
    bus.onGap(() => close(() => true, CLOSE.restart, 'come back')),
  ];
  const ping = setInterval(() => {
    for (const session of registry.sessions) {
      const idle = session.self === null && now().getTime() - session.born > NOBODY_FOR;
      const { socket } = session.connection;
      if (!session.alive || idle) socket.terminate();
      session.alive = false;
      socket.ping();
    }
  }, PING_EVERY);
  const look = setInterval(() => void endDead(chat).catch(chat.failed), LOOK_EVERY);
  for (const timer of [ping, look]) timer.unref();
  // Before the server stops listening: an open socket would keep it from closing.
  app.addHook('preClose', async () => {
    for (const timer of [ping, look]) clearInterval(timer);
    for (const stop of stops) stop();
    close(() => true, CLOSE.restart, 'restart');
    await presence.stop();
  });
  app.addHook('onClose', async () => dispatcher.stop());
}

/** A session may end without a word: it grew old while its socket stood open. */
async function endDead({ db, registry, sessions, now }: Chat): Promise<void> {
  const open = [...registry.sessions].flatMap((session) =>
    session.self ? [{ session, token: session.self.token }] : [],
  );
  if (!open.length) return;
  const tokens = open.map(({ token }) => token);
  const alive = await aliveTokens(db, tokens, sessions, now());
  for (const { session, token } of open) if (!alive.has(token)) registry.end(session, CLOSE.signedOut, 'signed out');
}
