import type { ServerContext } from '#server/context.ts';
import type { JobOutcome, LeaseHandler } from '#server/jobs/job-runner.ts';
import { type DueDelivery, findDelivery, openWebhooks, writeAttempt } from './delivery-queries.ts';
import type { Networks } from './networks.ts';
import { type Outcome, postMessage } from './post-message.ts';
import { signatureHeaders } from './signature.ts';

/** Webhooks that are sent to at one time. */
const AT_ONCE = 10;
/** Deliveries of one webhook that are on their way at one time. */
const OF_ONE = 4;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How long an attempt belongs to the process that makes it, ms: longer than a receiver may take. */
const LEASE = MINUTE;
/** How long after each attempt the next one is made, ms: in all three days. After the last one a delivery is given up. */
export const PAUSES = [
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

type Delivering = Pick<ServerContext, 'db' | 'now'>;

const hasArrived = (outcome: Outcome): boolean => 'status' in outcome && outcome.status >= 200 && outcome.status < 300;

/** Makes one attempt. */
async function deliver(
  { now }: Pick<Delivering, 'now'>,
  { id, message, body, webhook }: DueDelivery,
  attempts: number,
  networks: Networks,
): Promise<JobOutcome> {
  if (!webhook) return { result: 'deferred' };
  const { address, secret } = webhook;
  const headers = signatureHeaders(secret, message, now(), body);
  const outcome = await postMessage({ address, headers, body }, networks);
  const isDelivered = hasArrived(outcome);
  return {
    result: isDelivered ? 'done' : 'failed',
    write: (trx) => writeAttempt(trx, { id, attempts }, { outcome, delivered: isDelivered ? now() : null }),
  };
}

/** Sends due deliveries to their webhooks. An attempt cut short by the end of its process is repeated with the same `webhook-id`. */
export function webhookHandler({ db, now }: Delivering, networks: Networks): LeaseHandler {
  return {
    lanesAtOnce: AT_ONCE,
    batch: OF_ONE,
    pauses: PAUSES,
    lease: LEASE,
    openLanes: async (lanes) => (await openWebhooks(db, lanes.map(Number))).map(String),
    attempt: async ({ key, attempts }) => {
      const delivery = await findDelivery(db, Number(key));
      return delivery ? deliver({ now }, delivery, attempts, networks) : { result: 'done' };
    },
  };
}
