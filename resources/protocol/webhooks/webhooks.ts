import * as z from 'zod';
import { DELIVERY_STATES, WEBHOOK_FAILURES } from './webhook-bounds.ts';

/** One message to a webhook (ours); times are ISO in UTC. */
const webhookDelivery = z.object({
  id: z.number().int(),
  /** Section and event, e.g. `passes.create`. */
  event: z.string(),
  at: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  /** Time of the next attempt; null if there is none. */
  next: z.string().nullable(),
  delivered: z.string().nullable(),
  /** HTTP status of the last response; null for none. */
  status: z.number().int().nullable(),
  failure: z.enum(WEBHOOK_FAILURES).nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

/** `GET …/webhooks/{id}/deliveries/`: newest first. */
export const webhookDeliveries = z.object({ deliveries: z.array(webhookDelivery) });

/** `POST …/webhooks/{id}/secret/`: a new secret, shown only once; the previous one is no longer used for signing. */
export const webhookSecret = z.object({ secret: z.string() });

/** `POST …/webhooks/{id}/ping/` and `…/deliveries/{delivery}/resend/`: the message was queued. */
export const webhookQueued = z.object({});
