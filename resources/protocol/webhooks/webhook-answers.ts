import {
  decodeId,
  decodeList,
  decodeMoment,
  decodeNumber,
  decodeObject,
  decodeOneOf,
  decodeText,
  getKey,
  textOrNull,
  unwrapBody,
  type WireObject,
} from '../open-shapes.ts';
import { DELIVERY_STATES, WEBHOOK_FAILURES, type WebhookFailure } from './webhook-bounds.ts';
import type { WebhookDelivery } from './webhooks.ts';

const failures: readonly string[] = WEBHOOK_FAILURES;

function readDelivery(wire: WireObject): WebhookDelivery | null {
  const id = decodeId(wire);
  if (id === null) return null;
  const failure = textOrNull(wire.failure);
  return {
    id,
    event: decodeText(wire.event),
    at: decodeMoment(wire.at),
    state: decodeOneOf(DELIVERY_STATES, wire.state),
    attempts: decodeNumber(wire.attempts) ?? 0,
    next: textOrNull(wire.next),
    delivered: textOrNull(wire.delivered),
    status: decodeNumber(wire.status),
    failure: failure !== null && failures.includes(failure) ? (failure as WebhookFailure) : null,
  };
}

/** `GET …/deliveries/`. */
export const decodeDeliveries = (body: unknown): WebhookDelivery[] =>
  decodeList(getKey(unwrapBody(body), 'deliveries'), readDelivery);

/** `POST …/secret/`; null if the response has none. */
export const decodeSecret = (body: unknown): string | null => textOrNull(decodeObject(unwrapBody(body)).secret);
