// For its types: adds `wsHandler` to route options.
import '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { CLOSE, PING_INTERVAL_MS } from '#resources/protocol/live.ts';
import { SignInThrottle } from '#server/access/throttle.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Chat } from './chat.ts';
import { handlePackets } from './connection.ts';
import { Dispatcher } from './dispatcher.ts';
import { chatFileRoutes } from './files/files.ts';
import { chatApiKey, hasChatKey, replyBadKey } from './key.ts';
import { Presence } from './presence.ts';
import { selectLiveTokenIds } from './queries/token-queries.ts';
import { Session } from './session.ts';
import { SessionRegistry } from './session-registry.ts';
import { Views } from './views.ts';

/** Sockets without a sign-in are closed after this time, ms. */
const SIGN_IN_TIMEOUT_MS = 120_000;

/** Interval of checks whether the sessions of open sockets are still valid, ms. */
const SESSION_CHECK_MS = 60_000;

/** The built-in chat: `/v0/channels` and `/v0/file/` (chat-protocol.md, part A). */
export function createChat(app: FastifyInstance, context: ServerContext): void {
  const onError = (error: unknown) => app.log.error({ err: error }, 'the chat failed');
  const { db, bus, limits, now } = context;
  const registry = new SessionRegistry();
  const views = new Views(db);
  const reconnectAll = () => {
    for (const session of [...registry.sessions]) registry.end(session, CLOSE.restart, 'come back');
  };
  const dispatcher = new Dispatcher({ db, bus, registry, views, reconnectAll }, onError);
  const presence = new Presence({ db, bus, now }, onError);
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
    failed: onError,
    now,
  };
  closeStaleSockets(app, chat, context);
  chatFileRoutes(app, context);

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
      if (!hasChatKey(request, chatApiKey(context))) return replyBadKey(reply);
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
        session.isAlive = true;
      });
      socket.on('close', () => {
        registry.drop(session);
        if (session.self && session.me) presence.sessionDetached(session.self.id, session.agent).catch(onError);
      });
      handlePackets(chat, session, onError);
    },
  });
}

/** Closes sockets whose person lost access, sockets that stopped responding, and all sockets on shutdown. */
function closeStaleSockets(app: FastifyInstance, chat: Chat, { now }: ServerContext): void {
  const { registry, bus, dispatcher, presence } = chat;
  const close = (condition: (session: Session) => boolean, code: number, reason: string) => {
    for (const session of [...registry.sessions].filter(condition)) registry.end(session, code, reason);
  };
  const stops = [
    // Rights, buildings or the account changed: clients reconnect and are checked again.
    bus.subscribe('access-changed', ({ users }) =>
      close(({ self }) => self !== null && (users?.includes(self.id) ?? true), CLOSE.accessChanged, 'access changed'),
    ),
    bus.subscribe('session-ended', ({ token }) =>
      close(({ self }) => self !== null && [self.token, self.parent].includes(token), CLOSE.signedOut, 'signed out'),
    ),
    // Events may have been lost: clients reconnect and fetch what they missed.
    bus.onGap(() => close(() => true, CLOSE.restart, 'come back')),
  ];
  const pingTimer = setInterval(() => {
    for (const session of registry.sessions) {
      const isIdle = session.self === null && now().getTime() - session.openedAt > SIGN_IN_TIMEOUT_MS;
      const { socket } = session.connection;
      if (!session.isAlive || isIdle) socket.terminate();
      session.isAlive = false;
      socket.ping();
    }
  }, PING_INTERVAL_MS);
  const checkTimer = setInterval(() => void closeExpired(chat).catch(chat.failed), SESSION_CHECK_MS);
  for (const timer of [pingTimer, checkTimer]) timer.unref();
  // Before the server stops listening, because an open socket would keep it from closing.
  app.addHook('preClose', async () => {
    for (const timer of [pingTimer, checkTimer]) clearInterval(timer);
    for (const stop of stops) stop();
    close(() => true, CLOSE.restart, 'restart');
    await presence.stop();
  });
  app.addHook('onClose', async () => dispatcher.stop());
}

/** Closes sockets whose session has expired, because expiry sends no event. */
async function closeExpired({ db, registry, sessions, now }: Chat): Promise<void> {
  const signedIn = [...registry.sessions].flatMap((session) =>
    session.self ? [{ session, token: session.self.token }] : [],
  );
  if (!signedIn.length) return;
  const tokens = signedIn.map(({ token }) => token);
  const liveTokens = await selectLiveTokenIds(db, tokens, sessions, now());
  for (const { session, token } of signedIn)
    if (!liveTokens.has(token)) registry.end(session, CLOSE.signedOut, 'signed out');
}
