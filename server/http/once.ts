import { createHash } from 'node:crypto';
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import * as z from 'zod';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_KEY_PATTERN } from '#resources/once-key.ts';
import { claimKey, type SentCall, storeAnswer, wasAnswered } from '#server/access/sent-calls.ts';
import { canonicalJson } from '#server/canonical.ts';
import type { Db } from '#server/db/tables.ts';
import { ApiError } from './errors.ts';
import { isStorable } from './validation.ts';

/** How a request creates something, and how its repetition is answered. */
export interface Creation<Answer> {
  /** Creates the record. @returns the answer */
  create: () => Promise<Answer>;
  /** Whether the record of an earlier answer still exists and the reader may see it. */
  isStillVisible: (answer: Answer) => Promise<boolean>;
  /** Completes an answer after the commit: `Once` calls it for a repetition, the caller of `Once` for the first answer. */
  afterCommit?: (answer: Answer) => Promise<Answer>;
}

/**
 * Runs the work of a creating request within its transaction, idempotently. If the key was used recently, nothing is created, the
 * transaction is rolled back, and the first answer is repeated; but if that record no longer exists or is out of the reader's
 * reach, a new one is created. A failed attempt releases its key, because it is rolled back too.
 * @throws ApiError key_reused when the key was used with another body
 * @throws RepeatedRequest to roll back, when the first answer is repeated
 */
export type Once = <Answer>(trx: Db, creation: Creation<Answer>) => Promise<Answer>;

/** Rolls back the transaction of a request that was answered before. */
export class RepeatedRequest extends Error {
  /** Repeats the first answer. */
  readonly answer: () => Promise<unknown>;
  constructor(answer: () => Promise<unknown>) {
    super('answered before');
    this.name = 'RepeatedRequest';
    this.answer = answer;
  }
}

/** Header schema of idempotent routes. */
export const onceHeaders = z.looseObject({
  [IDEMPOTENCY_KEY_HEADER]: z
    .string()
    .regex(IDEMPOTENCY_KEY_PATTERN, 'api.malformed')
    .optional()
    .describe(
      'Дополнение к спецификации. Ключ отправки, 8–100 знаков: повтор с тем же ключом в течение 15 минут отвечает как в первый раз и ничего не создаёт, с другим телом – 422',
    ),
});

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of the body of a creating request with a key, hex; set by `hashBody`. */
    bodyHash: string | null;
  }
}

/**
 * Hashes the body of a creating request before validation, because validation changes the body, differently in each release of the
 * server.
 */
export const hashBody: preValidationAsyncHookHandler = async (request) => {
  // A body that is not storable may be too deep to hash; validation refuses it later.
  if (request.headers[IDEMPOTENCY_KEY_HEADER] === undefined || !isStorable(request.body)) return;
  request.bodyHash = createHash('sha256')
    .update(canonicalJson(request.body ?? null))
    .digest('hex');
};

/** Identity of the request for idempotency: person, route, key and body hash; null without a key. */
function sentCall(request: FastifyRequest): SentCall | null {
  const { method, bodyHash: body } = request;
  const key = request.headers[IDEMPOTENCY_KEY_HEADER];
  const user = request.reader?.user;
  if (typeof key !== 'string' || body === null || user === undefined) return null;
  const path = request.url.replace(/[?#].*/, '').replace(/\/$/, '');
  return { user, route: `${method} ${path}`, key: key.replaceAll('"', ''), body };
}

/** Whether a creating request repeats an answered one, which must not be refused because of later changes. */
export async function isRepetition(db: Db, request: FastifyRequest): Promise<boolean> {
  const call = sentCall(request);
  return call !== null && wasAnswered(db, call);
}

/** Creates the `Once` of a request. @param isDeclared whether its route declares `once` */
export function createOnce(request: FastifyRequest, isDeclared: boolean): Once {
  return async <Answer>(trx: Db, { create, isStillVisible, afterCommit }: Creation<Answer>) => {
    if (!isDeclared) throw new Error(`${request.method} ${request.url} does not declare "once"`);
    const call = sentCall(request);
    if (!call) return create();
    const earlierCall = await claimKey(trx, call);
    if (earlierCall && earlierCall.body !== call.body) throw new ApiError('key_reused');
    if (earlierCall) {
      const answer = earlierCall.answer as Answer;
      if (await isStillVisible(answer))
        throw new RepeatedRequest(async () => (afterCommit ? afterCommit(answer) : answer));
    }
    const newAnswer = await create();
    await storeAnswer(trx, call, newAnswer);
    return newAnswer;
  };
}
