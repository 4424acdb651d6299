import type { FastifyInstance } from 'fastify';
import { can, SECTIONS } from '#resources/language/access.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { sinceMessage } from '#resources/protocol/notifications.ts';
import { findSession } from '#server/access/find-reader.ts';
import { refuseAccount } from '#server/access/guard.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Connection } from './connection.ts';
import type { Delivery } from './delivery.ts';
import { newestNotification, selectMissedNotifications } from './queries.ts';
import { socketRoute } from './socket-route.ts';

/**
 * `/ws/notifications`: notifications without a cloud service (notifications.md). Greets, then sends published notifications to
 * those who may see them, and those missed after `since`.
 */
export function notificationsSocket(app: FastifyInstance, context: ServerContext): void {
  const { delivery } = context;
  socketRoute(app, context, {
    url: '/ws/notifications',
    summary: 'Уведомления',
    access: { kind: 'staff', scope: 'none' },
    open: (connection, reader) => {
      const onError = (error: unknown) => {
        app.log.error({ err: error }, 'notifications cannot be sent');
        // The client reconnects and fetches what it missed.
        connection.close(CLOSE.failed, 'failed');
      };
      // Messages are handled only after the greeting.
      const greeted = greet(context, delivery, connection, reader).catch(onError);
      connection.listen(
        (rawMessage) => () => greeted.then(() => handleClientMessage(context, connection, reader, rawMessage)),
        onError,
      );
    },
  });
}

async function greet(
  context: ServerContext,
  delivery: Delivery,
  connection: Connection,
  reader: Reader,
): Promise<void> {
  // Add the socket first: a notification published in between is then delivered twice rather than not at all.
  delivery.add(connection, reader);
  delivery.greet(connection, { type: 'welcome', user: reader.user, last: await newestNotification(context.db) });
}

/** Answers `since`; passes any other message to its section. */
async function handleClientMessage(context: ServerContext, connection: Connection, reader: Reader, text: string) {
  const message = parseJson(text);
  const since = sinceMessage.safeParse(message);
  if (since.success) await sendMissed(context, connection, reader, since.data.id);
  else await context.delivery.handleMessage(connection, message);
}

/** Sends the notifications after the given one that the reader may see now. */
async function sendMissed(context: ServerContext, connection: Connection, reader: Reader, after: number) {
  const { db, now, guard, settings, delivery } = context;
  const { featureServices: services } = settings;
  const extra = guard.extraSections();
  const currentReader = await findSession(db, reader.token.id, now(), extra);
  if (!currentReader || !mayWork(currentReader)) return connection.close(CLOSE.signedOut, 'signed out');
  const sections = [...SECTIONS, ...extra].filter((section) => can(currentReader.levels, section, 'see'));
  const missed = await selectMissedNotifications(db, { reader: currentReader, sections, services }, after);
  for (const row of missed) delivery.sendOnce(connection, row);
}

function mayWork(reader: Reader): boolean {
  try {
    refuseAccount(reader, ['session']);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
