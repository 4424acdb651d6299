/** Why a delivery got no response. */
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

/** State of a delivery: to be attempted (again), delivered, or given up after the last attempt. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'givenUp'] as const;
