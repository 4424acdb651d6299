import type { FastifyInstance } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { can, SECTIONS } from '#resources/language/access.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { sinceMessage } from '#resources/protocol/notifications.ts';
import { refuseAccount } from '#server/access/guard.ts';
import { findSession } from '#server/access/look-up.ts';
import type { Reader } from '#server/access/reader.ts';
import type { House } from '#server/house.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Delivery } from './delivery.ts';
import { missedBy, newestNotification } from './queries.ts';
import { socketRoute } from './socket-route.ts';

/** Messages of one client that may wait to be answered; nobody who means well asks faster. */
const WAITING_MAX = 5;

/**
 * `/ws/notifications`: the channel of notifications (A§4) without a cloud. Greets, then sends what is published to those who
 * may see it, and what was missed to who asks with `since`.
 */
export function notificationsSocket(app: FastifyInstance, house: House): void {
  const { delivery } = house;
  socketRoute(app, house, {
    url: '/ws/notifications',
    summary: 'Уведомления',
    access: { kind: 'staff', scope: 'none' },
    open: (socket, reader) => {
      // One after another: the greeting comes first, and an answer is whole before the next one begins.
      const failed = (error: unknown) => {
        app.log.error({ err: error }, 'notifications cannot be sent');
        // It comes again and asks for what it was not told.
        socket.close(CLOSE.failed, 'failed');
      };
      let turn = greet(house, delivery, socket, reader).catch(failed);
      let waiting = 0;
      socket.on('message', (data) => {
        waiting += 1;
        if (waiting > WAITING_MAX) return socket.close(CLOSE_POLICY, 'too many messages');
        turn = turn
          .then(() => answer(house, delivery, socket, reader, data))
          .catch(failed)
          .finally(() => {
            waiting -= 1;
          });
      });
    },
  });
}

/** RFC 6455: the client breaks a rule of ours. */
const CLOSE_POLICY = 1008;

async function greet(house: House, delivery: Delivery, socket: WebSocket, reader: Reader): Promise<void> {
  // Before the look at the newest: what is published in between is in neither or in both, and in both is better.
  delivery.add(socket, reader);
  delivery.greet(socket, { type: 'welcome', user: reader.user, last: await newestNotification(house.db) });
}

/** Answers `since`; anything else goes to the section that takes it. */
async function answer(house: House, delivery: Delivery, socket: WebSocket, reader: Reader, data: RawData) {
  const said = parsed(String(data));
  const asked = sinceMessage.safeParse(said);
  if (asked.success) await tellMissed(house, delivery, socket, reader, asked.data.id);
  else await delivery.heard(socket, said);
}

/** Sends what came after a notification, by the rights of now. */
async function tellMissed(house: House, delivery: Delivery, socket: WebSocket, reader: Reader, after: number) {
  const { db, now, guard, settings } = house;
  const { featureServices: services } = settings;
  const extra = guard.extraSections();
  const present = await findSession(db, reader.token.id, now(), extra);
  if (!present || !mayWork(present)) return socket.close(CLOSE.signedOut, 'signed out');
  const sections = [...SECTIONS, ...extra].filter((section) => can(present.levels, section, 'see'));
  for (const row of await missedBy(db, present, after, { sections, services })) delivery.tellOnce(socket, row);
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
