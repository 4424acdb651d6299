import type { FastifyInstance } from 'fastify';
import { can, SECTIONS } from '#resources/language/access.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { sinceMessage } from '#resources/protocol/notifications.ts';
import { refuseAccount } from '#server/access/guard.ts';
import { findSession } from '#server/access/look-up.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Connection } from './connection.ts';
import type { Delivery } from './delivery.ts';
import { missedBy, newestNotification } from './queries.ts';
import { socketRoute } from './socket-route.ts';

/**
 * `/ws/notifications`: the channel of notifications (notifications.md) without a cloud. Greets, then sends what is
 * published to its readers, and what was missed after `since`.
 */
export function notificationsSocket(app: FastifyInstance, context: ServerContext): void {
  const { delivery } = context;
  socketRoute(app, context, {
    url: '/ws/notifications',
    summary: 'Уведомления',
    access: { kind: 'staff', scope: 'none' },
    open: (connection, reader) => {
      const failed = (error: unknown) => {
        app.log.error({ err: error }, 'notifications cannot be sent');
        // It comes again and asks for what it was not told.
        connection.close(CLOSE.failed, 'failed');
      };
      // The greeting comes first.
      const greeted = greet(context, delivery, connection, reader).catch(failed);
      connection.listen((said) => () => greeted.then(() => answer(context, connection, reader, said)), failed);
    },
  });
}

async function greet(
  context: ServerContext,
  delivery: Delivery,
  connection: Connection,
  reader: Reader,
): Promise<void> {
  // Before the look at the newest: what is published in between is in neither or in both, and in both is better.
  delivery.add(connection, reader);
  delivery.greet(connection, { type: 'welcome', user: reader.user, last: await newestNotification(context.db) });
}

/** Answers `since`; anything else goes to the section that takes it. */
async function answer(context: ServerContext, connection: Connection, reader: Reader, text: string) {
  const message = parsed(text);
  const since = sinceMessage.safeParse(message);
  if (since.success) await tellMissed(context, connection, reader, since.data.id);
  else await context.delivery.heard(connection, message);
}

/** Sends what came after a notification, by the rights of now. */
async function tellMissed(context: ServerContext, connection: Connection, reader: Reader, after: number) {
  const { db, now, guard, settings, delivery } = context;
  const { featureServices: services } = settings;
  const extra = guard.extraSections();
  const present = await findSession(db, reader.token.id, now(), extra);
  if (!present || !mayWork(present)) return connection.close(CLOSE.signedOut, 'signed out');
  const sections = [...SECTIONS, ...extra].filter((section) => can(present.levels, section, 'see'));
  const missed = await missedBy(db, { reader: present, sections, services }, after);
  for (const row of missed) delivery.tellOnce(connection, row);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
