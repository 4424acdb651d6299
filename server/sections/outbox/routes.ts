import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { ServerContext } from '#server/context.ts';
import { route } from '#server/http/route.ts';
import { selectNewestOutbox } from './queries.ts';

/** `GET /dev/outbox` (embedded.md, `SMS_URL`): only with the demo company and only from this machine. */
export function outboxRoutes(app: FastifyInstance, { db, settings }: ServerContext): void {
  if (!settings.demo) return;
  route(app, {
    method: 'GET',
    url: '/dev/outbox',
    summary: 'Неотправленные СМС, новые сверху',
    access: { kind: 'loopback' },
    answer: z.array(z.object({ to: z.string(), text: z.string(), at: z.string() })),
    example: () => ({ url: '/dev/outbox' }),
    handle: () => selectNewestOutbox(db),
  });
}
