import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actionOf, type SecurityEvent } from '#server/access/security-log.ts';
import { isOutOfReach } from '#server/db/busy.ts';
import { ApiError, type ErrorCode, errorBody, FieldsError, fieldsBody } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom a call is about that carries nobody's token, for `noteRefusals`. */
    about: number | null;
    /** What the answer means to security, for `noteRefusals`; null for an ordinary one. */
    refusal: (Pick<SecurityEvent, 'action' | 'reason'> & Partial<Pick<SecurityEvent, 'phone'>>) | null;
  }
}

/** What Fastify and its plug-ins refuse by themselves, by status. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'signed_out',
  // The plug-in of static files: no such thing for anybody.
  403: 'not_found',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported',
  426: 'upgrade_required',
  429: 'too_many_requests',
};

/** What PostgreSQL refuses because of what it was given or of somebody else's write, by SQLSTATE or its class. */
const BY_SQLSTATE: Readonly<Record<string, ErrorCode>> = {
  '22': 'malformed',
  '23503': 'conflict',
  '23505': 'conflict',
  '23514': 'malformed',
  '40': 'conflict',
  '08': 'unavailable',
  '53': 'unavailable',
  '57': 'unavailable',
};

/** Seconds after which a client is told to come again, by status. */
const RETRY_AFTER: Readonly<Record<number, number>> = { 429: 60, 503: 5 };

/** The code of any error that reaches the edge; `unexpected` for what nobody foresaw. */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof ApiError) return error.code;
  if (isOutOfReach(error)) return 'unavailable';
  const { statusCode, code } = error as Partial<FastifyError>;
  if (statusCode && statusCode >= 400 && statusCode < 500) return BY_STATUS[statusCode] ?? 'malformed';
  if (typeof code !== 'string') return 'unexpected';
  if (/^[0-9A-Z]{5}$/.test(code)) return BY_SQLSTATE[code] ?? BY_SQLSTATE[code.slice(0, 2)] ?? 'unexpected';
  return 'unexpected';
}

/** Answers an error in the one shape there is. What is inside goes to the log, never into the body. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('x-request-id', request.id);
  if (error instanceof FieldsError) {
    if (error.refusal) request.refusal ??= { action: 'refused', reason: error.refusal };
    return reply.code(error.status).send(fieldsBody(error.fields, request.id));
  }
  const code = codeOf(error);
  const refused = error instanceof ApiError ? error : new ApiError(code, {}, error);
  const action = actionOf(code, refused.status);
  if (action) request.refusal ??= { action, reason: code };
  if (refused.status >= 500) request.log.error({ err: error }, code);
  const after = refused.params.after ?? RETRY_AFTER[refused.status];
  if (after !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', after);
  return reply.code(refused.status).send(errorBody(code, request.id, refused.params));
}

/** Sets the app's answers to errors and puts the request id into every answer. */
export function answerErrors(app: FastifyInstance): void {
  app.decorateRequest('about', null);
  app.decorateRequest('refusal', null);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
