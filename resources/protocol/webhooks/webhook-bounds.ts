/** Why a webhook got no answer. */
export const WEBHOOK_FAILURES = [
  'closedNetwork',
  'notEncrypted',
  'late',
  'expired',
  'certificate',
  'noName',
  'refused',
  'broken',
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

/** State of a delivery: it will be tried (again), has arrived, or is given up after its last attempt. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'givenUp'] as const;
