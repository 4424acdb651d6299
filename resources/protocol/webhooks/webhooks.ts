import * as z from 'zod';
import { DELIVERY_STATES, WEBHOOK_FAILURES } from './webhook-bounds.ts';

/** One message to a webhook (ours). Moments are ISO in UTC. */
const webhookDelivery = z.object({
  id: z.number().int(),
  /** `passes.create`: the section, and what happened. */
  event: z.string(),
  at: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  /** When it is tried next; null when it is not. */
  next: z.string().nullable(),
  delivered: z.string().nullable(),
  /** Status of the last answer; null for none. */
  status: z.number().int().nullable(),
  failure: z.enum(WEBHOOK_FAILURES).nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

/** `GET …/webhooks/{id}/deliveries/`: the newest ones first. */
export const webhookDeliveries = z.object({ deliveries: z.array(webhookDelivery) });

/** `POST …/webhooks/{id}/secret/`: a new key, shown this once; the one before it signs nothing any more. */
export const webhookSecret = z.object({ secret: z.string() });

/** `POST …/webhooks/{id}/ping/` and `…/deliveries/{delivery}/resend/`: a message is in the queue. */
export const webhookQueued = z.object({});
