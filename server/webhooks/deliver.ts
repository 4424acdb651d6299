import type { ServerContext } from '#server/context.ts';
import type { JobOutcome, LeaseHandler } from '#server/jobs/job-runner.ts';
import { type DueDelivery, findDelivery, openWebhooks, writeAttempt } from './delivery-queries.ts';
import type { AddressRules } from './networks.ts';
import { type Outcome, postMessage } from './post-message.ts';
import { signatureHeaders } from './signature.ts';

/** Webhooks sent to in parallel, at most. */
const LANES_AT_ONCE = 10;
/** Parallel deliveries to one webhook, at most. */
const BATCH_SIZE = 4;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Lease of an attempt, ms; longer than a receiver's timeout. */
const LEASE_MS = MINUTE;
/** Pauses before each retry, ms; about three days in total, then a delivery is given up. */
export const DELIVERY_PAUSES = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
];

type DeliveryDeps = Pick<ServerContext, 'db' | 'now'>;

const hasArrived = (outcome: Outcome): boolean => 'status' in outcome && outcome.status >= 200 && outcome.status < 300;

/** Makes one attempt to deliver. */
async function deliver(
  { now }: Pick<DeliveryDeps, 'now'>,
  { id, message, body, webhook }: DueDelivery,
  attempts: number,
  addressRules: AddressRules,
): Promise<JobOutcome> {
  if (!webhook) return { result: 'deferred' };
  const { address, secret } = webhook;
  const headers = signatureHeaders(secret, message, now(), body);
  const outcome = await postMessage({ address, headers, body }, addressRules);
  const isDelivered = hasArrived(outcome);
  return {
    result: isDelivered ? 'done' : 'failed',
    write: (trx) => writeAttempt(trx, { id, attempts }, { outcome, delivered: isDelivered ? now() : null }),
  };
}

/** Job handler that sends deliveries. An attempt cut short by the end of its process is repeated with the same `webhook-id`. */
export function webhookHandler({ db, now }: DeliveryDeps, addressRules: AddressRules): LeaseHandler {
  return {
    lanesAtOnce: LANES_AT_ONCE,
    batch: BATCH_SIZE,
    pauses: DELIVERY_PAUSES,
    lease: LEASE_MS,
    openLanes: async (lanes) => (await openWebhooks(db, lanes.map(Number))).map(String),
    attempt: async ({ key, attempts }) => {
      const delivery = await findDelivery(db, Number(key));
      return delivery ? deliver({ now }, delivery, attempts, addressRules) : { result: 'done' };
    },
  };
}
