import type { FastifyInstance } from 'fastify';
import { socketTicket } from '#resources/protocol/notifications.ts';
import { issueTicket } from '#server/access/tickets.ts';
import { LIFETIME } from '#server/access/tokens.ts';
import type { House } from '#server/house.ts';
import { route } from '#server/http/route.ts';

const URL = '/api/authorized/socket-tickets/';

/** `POST /api/authorized/socket-tickets/`: what opens one socket of the caller's session, as `?ticket=`. */
export function ticketsRoutes(app: FastifyInstance, { db, now }: House): void {
  route(app, {
    method: 'POST',
    url: URL,
    summary: 'Одноразовый билет для веб-сокета',
    access: { kind: 'staff', scope: 'none' },
    ok: 201,
    answer: socketTicket,
    example: () => ({ url: URL }),
    handle: async ({ reader }) => ({
      ticket: await issueTicket(db, { user: reader.user, session: reader.token.id }, now()),
      expires_in: LIFETIME.socket / 1000,
    }),
  });
}
