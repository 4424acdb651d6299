import type { FastifyInstance } from 'fastify';
import { deviceBody } from '#resources/protocol/notifications.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { keepDevice } from './queries.ts';

const URL = '/api/authorized/devices/';

/** `POST /api/authorized/devices/` (SHELL-39): a browser that takes cloud push, until the session ends. */
export function devicesRoutes(app: FastifyInstance, { db, now }: ServerContext): void {
  route(app, {
    method: 'POST',
    url: URL,
    summary: 'Зарегистрировать браузер для push-уведомлений',
    access: { kind: 'staff', scope: 'none' },
    body: deviceBody,
    answer: deviceBody,
    ok: 201,
    example: () => ({ url: URL, body: { registration_id: 'example-registration', type: 'web' } }),
    handle: async ({ reader, body, request }) => {
      await db.transaction().execute(async (trx) => {
        const device = await keepDevice(trx, reader, body, now());
        const auditEntry = { user: reader.user, action: 'create', resource: 'devices', record: device };
        await audit(trx, { ...auditEntry, after: body, request: request.id });
      });
      return body;
    },
  });
}
