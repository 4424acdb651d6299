import type { FastifyInstance } from 'fastify';
import { record } from '#resources/protocol/definitions/records.ts';
import { webhookDeliveries, webhookQueued, webhookSecret } from '#resources/protocol/webhooks/webhooks.ts';
import { DIRECTORIES } from '#resources/sections/directories.ts';
import { audit } from '#server/access/audit.ts';
import type { Reader } from '#server/access/reader.ts';
import type { ServerContext } from '#server/context.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { idParams, route, type World } from '#server/http/route.ts';
import { webhookHandler } from './deliver.ts';
import {
  insertDeliveries,
  newestDeliveries,
  resendDelivery,
  setSecret,
  WEBHOOK_QUEUE,
  webhookName,
} from './delivery-queries.ts';
import { createAddressRules } from './networks.ts';
import { newSecret } from './signature.ts';

const { path } = DIRECTORIES.webhooks.api;
const ADMINISTRATOR = { kind: 'administrator', scope: 'none' } as const;
const deliveryParams = idParams.extend({ delivery: idParams.shape.id });

async function newWebhook({ send }: World): Promise<string> {
  const name = `example-${Math.random().toString(36).slice(2)}`;
  const created = record.parse(
    await send('POST', { url: path, body: { name, address: 'https://ledger.example/hook' } }),
  );
  return `${path}${created.id}/`;
}

/** Audits an administrator's action on a webhook. */
const auditAction = (
  trx: Db,
  { reader, action, webhook, request }: { reader: Reader; action: string; webhook: number; request: { id: string } },
) =>
  audit(trx, {
    user: reader.user,
    action,
    resource: DIRECTORIES.webhooks.name,
    record: webhook,
    request: request.id,
  });

/** Administrator routes of a webhook other than those of its record: signing key, test message, deliveries. */
export function webhookRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, now } = context;
  route(app, {
    method: 'POST',
    url: `${path}:id/secret/`,
    summary: 'Новый ключ подписи вебхука: показывается один раз, прежний больше не действует',
    access: ADMINISTRATOR,
    params: idParams,
    answer: webhookSecret,
    example: async (world) => ({ url: `${await newWebhook(world)}secret/` }),
    handle: async ({ reader, params, request }) => {
      const secret = newSecret();
      await db.transaction().execute(async (trx) => {
        if (!(await setSecret(trx, reader, params.id, secret))) throw new ApiError('not_found');
        await auditAction(trx, { reader, action: 'secret', webhook: params.id, request });
      });
      return { secret };
    },
  });

  route(app, {
    method: 'POST',
    url: `${path}:id/ping/`,
    summary: 'Отправить вебхуку пробное сообщение',
    access: ADMINISTRATOR,
    params: idParams,
    answer: webhookQueued,
    example: async (world) => ({ url: `${await newWebhook(world)}ping/` }),
    handle: async ({ reader, params, request }) => {
      await db.transaction().execute(async (trx) => {
        const name = await webhookName(trx, reader, params.id);
        if (name === null) throw new ApiError('not_found');
        const body = JSON.stringify({ type: 'ping', timestamp: now().toISOString(), data: {} });
        await insertDeliveries(trx, [name], { event: 'ping', body, now: now() });
        await auditAction(trx, { reader, action: 'ping', webhook: params.id, request });
      });
      return {};
    },
  });

  route(app, {
    method: 'GET',
    url: `${path}:id/deliveries/`,
    summary: 'Что вебхуку отправлено и отправляется, новое сверху',
    access: ADMINISTRATOR,
    params: idParams,
    answer: webhookDeliveries,
    example: async (world) => ({ url: `${await newWebhook(world)}deliveries/` }),
    handle: async ({ reader, params }) => {
      const deliveries = await newestDeliveries(db, reader, params.id);
      if (!deliveries) throw new ApiError('not_found');
      return { deliveries };
    },
  });

  route(app, {
    method: 'POST',
    url: `${path}:id/deliveries/:delivery/resend/`,
    summary: 'Отправить вебхуку сообщение ещё раз',
    access: ADMINISTRATOR,
    params: deliveryParams,
    answer: webhookQueued,
    example: async (world) => {
      const url = await newWebhook(world);
      await world.send('POST', { url: `${url}ping/` });
      const { deliveries } = webhookDeliveries.parse(await world.send('GET', { url: `${url}deliveries/` }));
      return { url: `${url}deliveries/${deliveries[0]?.id}/resend/` };
    },
    handle: async ({ reader, params, request }) => {
      const { id: webhook, delivery } = params;
      await db.transaction().execute(async (trx) => {
        const exists = await resendDelivery(trx, reader, { webhook, delivery, now: now() });
        if (!exists) throw new ApiError('not_found');
        await auditAction(trx, { reader, action: 'resend', webhook, request });
      });
      return {};
    },
  });

  const addressRules = createAddressRules(context.settings.webhookNetworks ?? []);
  context.jobs.handle(WEBHOOK_QUEUE, webhookHandler(context, addressRules));
}
