import type { FastifyInstance } from 'fastify';
import { deviceBody } from '#resources/protocol/notifications.ts';
import { audit } from '#server/access/audit.ts';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { registerDevice } from './queries.ts';

const DEVICES_PATH = '/api/authorized/devices/';

/** `POST /api/authorized/devices/` (SHELL-39): registers a browser for cloud push until the session ends. */
export function devicesRoutes(app: FastifyInstance, { db, now }: ServerContext): void {
  route(app, {
    method: 'POST',
    url: DEVICES_PATH,
    summary: 'Зарегистрировать браузер для push-уведомлений',
    access: { kind: 'staff', scope: 'none' },
    body: deviceBody,
    answer: deviceBody,
    ok: 201,
    example: () => ({ url: DEVICES_PATH, body: { registration_id: 'example-registration', type: 'web' } }),
    handle: async ({ reader, body, request }) => {
      await db.transaction().execute(async (trx) => {
        const device = await registerDevice(trx, reader, body, now());
        const auditEntry = { user: reader.user, action: 'create', resource: 'devices', record: device };
        await audit(trx, { ...auditEntry, after: body, request: request.id });
      });
      return body;
    },
  });
}
