import type { FastifyInstance } from 'fastify';
import { socketTicket } from '#resources/protocol/notifications.ts';
import { audit } from '#server/access/audit.ts';
import { issueTicket } from '#server/access/tickets.ts';
import { LIFETIME } from '#server/access/tokens.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';

const TICKETS_PATH = '/api/authorized/socket-tickets/';

/** `POST /api/authorized/socket-tickets/`: a one-time ticket that opens one socket of the caller's session, as `?ticket=`. */
export function ticketsRoutes(app: FastifyInstance, { db, now }: ServerContext): void {
  route(app, {
    method: 'POST',
    url: TICKETS_PATH,
    summary: 'Одноразовый билет для веб-сокета',
    access: { kind: 'staff', scope: 'none' },
    ok: 201,
    answer: socketTicket,
    example: () => ({ url: TICKETS_PATH }),
    handle: async ({ reader, request }) => {
      const principal = { user: reader.user, session: reader.token.id };
      const ticket = await db.transaction().execute(async (trx) => {
        const auditEntry = {
          user: reader.user,
          action: 'create',
          resource: 'socket-tickets',
          record: principal.session,
        };
        await audit(trx, { ...auditEntry, request: request.id });
        return issueTicket(trx, principal, now());
      });
      return { ticket, expires_in: LIFETIME.socket / 1000 };
    },
  });
}
