import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SecurityEvent, securityAction } from '#server/access/security-log.ts';
import { isDiskFull, isOutOfReach } from '#server/db/failures.ts';
import { MissingFileError } from '#server/files/store.ts';
import { ApiError, ERRORS, type ErrorCode, errorBody, FieldsError, fieldsBody } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person that a call without a token is about, for `noteRefusals`. */
    about: number | null;
    /** Code of the failure that was answered (5xx), for the metrics. */
    failed: ErrorCode | null;
    /** The security event that the answer counts as, for `noteRefusals`; null for an ordinary one. */
    refusal: (Pick<SecurityEvent, 'action' | 'reason'> & Partial<Pick<SecurityEvent, 'phone'>>) | null;
  }
}

/** Refusals by Fastify and its plug-ins themselves, by status. */
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

/** Refusals by PostgreSQL because of its input or of a concurrent write, by SQLSTATE or its class. */
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

/** The code of any error that reaches the edge; `unexpected` for an unforeseen one. */
export function errorCode(error: unknown): ErrorCode {
  if (error instanceof ApiError) return error.code;
  if (error instanceof MissingFileError) return 'not_found';
  if (isDiskFull(error)) return 'disk_full';
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
  const code = errorCode(error);
  const refused = error instanceof ApiError ? error : new ApiError(code, {}, error);
  const action = securityAction(code, refused.status);
  if (action) request.refusal ??= { action, reason: code };
  if (refused.status >= 500) request.failed = code;
  if (refused.status >= 500 || error instanceof MissingFileError) request.log.error({ err: error }, code);
  const after = refused.params.after ?? RETRY_AFTER[refused.status];
  if (after !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', after);
  return reply.code(refused.status).send(errorBody(code, request.id, refused.params));
}

/** Sets the app's answers to errors and puts the request id into every answer. */
export function answerErrors(app: FastifyInstance): void {
  app.decorateRequest('about', null);
  app.decorateRequest('failed', null);
  app.decorateRequest('refusal', null);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}

/** Refusals by Node's parser before there is a request. */
const BY_PARSER: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'too_long',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers what is no request to Fastify, such as an address above 16 KB, in the same shape, and closes the connection. */
export function answerClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const code = BY_PARSER[error.code ?? ''] ?? 'malformed';
  const id = randomUUID();
  const body = JSON.stringify(errorBody(code, id));
  const status = ERRORS[code][0];
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
