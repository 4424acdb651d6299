import { createHash } from 'node:crypto';
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import * as z from 'zod';
import { ONCE_KEY, ONCE_KEY_SHAPE } from '#resources/once-key.ts';
import { claimKey, keepAnswer, type SentCall, wasAnswered } from '#server/access/sent-calls.ts';
import { canonical } from '#server/canonical.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from './errors.ts';
import { storable } from './validation.ts';

/** How one call creates something, and how a repetition of it is answered. */
export interface Creation<Made> {
  /** Creates it. @returns the answer */
  make: () => Promise<Made>;
  /** Whether the record of an earlier answer still exists and the reader may see it. */
  stands: (made: Made) => Promise<boolean>;
  /** Completes an answer after the commit: `Once` calls it for a repetition, its caller for the first answer. */
  afterCommit?: (made: Made) => Promise<Made>;
}

/**
 * Does the work of a creating call within its transaction. Under a key that was used a little while ago nothing is made and
 * the transaction ends: the call is answered as the first one was. When what it made is gone by now, or out of the reader's
 * reach, it is made like any other. A try that fails takes its key back with everything else.
 * @throws ApiError key_reused when the key was used for something else
 */
export type Once = <Made>(trx: Db, creation: Creation<Made>) => Promise<Made>;

/** Ends the transaction of a call that was answered before. */
export class Repeated extends Error {
  /** Answers as the first one was answered. */
  readonly answer: () => Promise<unknown>;
  constructor(answer: () => Promise<unknown>) {
    super('answered before');
    this.name = 'Repeated';
    this.answer = answer;
  }
}

/** Headers of a route that is safe to repeat. */
export const onceHeaders = z.looseObject({
  [ONCE_KEY]: z
    .string()
    .regex(ONCE_KEY_SHAPE, 'api.malformed')
    .optional()
    .describe(
      'Дополнение к спецификации. Ключ отправки, 8–100 знаков: повтор с тем же ключом в течение 15 минут отвечает как в первый раз и ничего не создаёт, с другим телом – 422',
    ),
});

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body of a creating call with a key, hex; set by `noteSent`. */
    sent: string | null;
  }
}

/**
 * Hashes the body of a creating call as it was sent, before validation fills in or drops anything: what validation does may differ
 * in the next version.
 */
export const noteSent: preValidationAsyncHookHandler = async (request) => {
  // Validation refuses an unusable body later; it may be too deep to be hashed here.
  if (request.headers[ONCE_KEY] === undefined || !storable(request.body)) return;
  request.sent = createHash('sha256')
    .update(canonical(request.body ?? null))
    .digest('hex');
};

/** What a repetition of the call is recognised by: person, route, key and hash of the body; null without a key. */
function sentCall(request: FastifyRequest): SentCall | null {
  const { method, sent: body } = request;
  const key = request.headers[ONCE_KEY];
  const user = request.reader?.user;
  if (typeof key !== 'string' || body === null || user === undefined) return null;
  const path = request.url.replace(/[?#].*/, '').replace(/\/$/, '');
  return { user, route: `${method} ${path}`, key: key.replaceAll('"', ''), body };
}

/** Whether a creating call repeats an answered one, which must not be refused for what has changed since. */
export async function isRepetition(db: Db, request: FastifyRequest): Promise<boolean> {
  const call = sentCall(request);
  return call !== null && wasAnswered(db, call);
}

/** `Once` of a call. @param declared whether its route says that it is safe to repeat */
export function createOnce(request: FastifyRequest, declared: boolean): Once {
  return async <Made>(trx: Db, { make, stands, afterCommit }: Creation<Made>) => {
    if (!declared) throw new Error(`${request.method} ${request.url} does not declare "once"`);
    const call = sentCall(request);
    if (!call) return make();
    const before = await claimKey(trx, call);
    if (before && before.body !== call.body) throw new ApiError('key_reused');
    if (before) {
      const answer = before.answer as Made;
      if (await stands(answer)) throw new Repeated(async () => (afterCommit ? afterCommit(answer) : answer));
    }
    const made = await make();
    await keepAnswer(trx, call, made);
    return made;
  };
}
