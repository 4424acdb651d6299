import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { type Gateway, gateway, SmsRefused } from './gateway.ts';
import { keepInOutbox } from './queries.ts';

/** Text messages to telephones. */
export interface Sms {
  /**
   * Sends a text. Call it after the transaction, never inside one: a gateway takes seconds.
   * @param to `+7XXXXXXXXXX`
   * @param key names a message that may be sent once more later: a gateway that took it takes it no second time
   * @throws ApiError sms_failed when the gateway does not take it
   */
  send(to: string, text: string, key?: string): Promise<void>;
}

/** A telephone number as it may stand in a log: `+7 900 ***-**-01`. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 2)} ${phone.slice(2, 5)} ***-**-${phone.slice(-2)}`;
}

/**
 * Text messages through the gateway of `SMS_URL`. Without one they go to the log, text and all, since people would not
 * learn their codes otherwise (embedded.md), which the start warns of; with the demo company also to the outbox (`GET
 * /dev/outbox`).
 */
export function makeSms(
  settings: Pick<Settings, 'smsUrl' | 'demo'>,
  db: Db,
  log: FastifyBaseLogger,
  through: Gateway | null = settings.smsUrl ? gateway(settings.smsUrl) : null,
): Sms {
  if (!through) {
    if (!settings.demo) log.warn('SMS_URL is not set: codes and invitations are written to this log');
    return {
      send: async (to, text) => {
        if (settings.demo) await keepInOutbox(db, to, text);
        log.info({ to: maskedPhone(to), text }, 'sms not sent: SMS_URL is not set');
      },
    };
  }
  return {
    send: async (to, text, key) => {
      try {
        await through(to, text, key);
        log.info({ to: maskedPhone(to) }, 'sms sent');
      } catch (error) {
        if (!(error instanceof SmsRefused)) throw error;
        throw new ApiError('sms_failed', {}, error);
      }
    },
  };
}
