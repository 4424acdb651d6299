import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import type { ServerContext } from '#server/context.ts';
import { repeatWork } from '#server/repeated-work.ts';
import { type DueDelivery, settleDelivery, takeDue, webhooksWithDue } from './delivery-queries.ts';
import { type Networks, openNetworks } from './networks.ts';
import { type Outcome, postMessage } from './post-message.ts';
import { signatureHeaders } from './signature.ts';

/** How often deliveries that are due are looked for, ms. */
const EVERY = 5_000;
/** Webhooks that are sent to at one time. */
const AT_ONCE = 10;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
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

/** Makes one attempt. @returns whether the message has arrived */
async function deliver({ db, now }: Delivering, due: DueDelivery, networks: Networks): Promise<boolean> {
  const headers = signatureHeaders(due.secret, due.message, now(), due.body);
  const outcome = await postMessage({ address: due.address, headers, body: due.body }, networks);
  const isDelivered = hasArrived(outcome);
  const pause = isDelivered ? undefined : PAUSES[due.attempts - 1];
  await settleDelivery(db, due, {
    outcome,
    next: pause === undefined ? null : new Date(now().getTime() + pause),
    delivered: isDelivered ? now() : null,
  });
  return isDelivered;
}

/** Makes the attempts of one webhook, a few at a time. A receiver that takes nothing is left for the next time. */
async function deliverTo(
  context: Delivering,
  webhook: number,
  networks: Networks,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    const due = await takeDue(context.db, webhook, context.now());
    const arrived = await Promise.all(due.map((one) => deliver(context, one, networks)));
    if (!arrived.includes(true)) return;
  }
}

/**
 * Makes every attempt that is due. One that breaks off with its process is made again by another one, under the same `webhook-id`.
 * @throws the first failure of the database, after the other webhooks had their turn
 */
export async function deliverDue(
  context: Delivering,
  networks: Networks,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const webhooks = await webhooksWithDue(context.db, context.now());
  const settled = await Promise.allSettled(
    webhooks.map((webhook) => limit(() => deliverTo(context, webhook, networks, isStopped))),
  );
  const failure = settled.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
}

/** Delivers what webhooks are to be sent. Ends with the app. */
export function startDelivering(
  app: FastifyInstance,
  { db, now, settings }: Pick<ServerContext, 'db' | 'now' | 'settings'>,
): void {
  const networks = openNetworks(settings.webhookNetworks ?? []);
  const work = (isClosed: () => boolean) => deliverDue({ db, now }, networks, isClosed);
  repeatWork(app, { every: EVERY, work, failed: 'webhooks cannot be delivered' });
}
