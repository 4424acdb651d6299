import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from '#server/http/errors.ts';
import { createGateway, type SmsGateway, SmsRefused } from './gateway.ts';
import { insertIntoOutbox } from './queries.ts';

/** Sending of text messages. */
export interface Sms {
  /**
   * Sends a text. Call it after the transaction, never inside, because a gateway takes seconds.
   * @param to `+7XXXXXXXXXX`
   * @param key identifies a message that may be retried; the gateway sends each key only once
   * @throws ApiError sms_failed when the gateway does not accept it
   */
  send(to: string, text: string, key?: string): Promise<void>;
}

/** Masks a phone for the log: `+7 900 ***-**-01`. */
export function maskPhoneForLog(phone: string): string {
  return `${phone.slice(0, 2)} ${phone.slice(2, 5)} ***-**-${phone.slice(-2)}`;
}

/**
 * Sends text messages through the gateway of `SMS_URL`. Without one, texts are written to the log, because people could not get
 * their codes otherwise (embedded.md); a warning is logged at the start. With the demo company they also go to the outbox (`GET
 * /dev/outbox`).
 */
export function createSms(
  settings: Pick<Settings, 'smsUrl' | 'demo'>,
  db: Db,
  log: FastifyBaseLogger,
  smsGateway: SmsGateway | null = settings.smsUrl ? createGateway(settings.smsUrl) : null,
): Sms {
  if (!smsGateway) {
    if (!settings.demo) log.warn('SMS_URL is not set: codes and invitations are written to this log');
    return {
      send: async (to, text) => {
        if (settings.demo) await insertIntoOutbox(db, to, text);
        log.info({ to: maskPhoneForLog(to), text }, 'sms not sent: SMS_URL is not set');
      },
    };
  }
  return {
    send: async (to, text, key) => {
      try {
        await smsGateway(to, text, key);
        log.info({ to: maskPhoneForLog(to) }, 'sms sent');
      } catch (error) {
        if (!(error instanceof SmsRefused)) throw error;
        throw new ApiError('sms_failed', {}, error);
      }
    },
  };
}
