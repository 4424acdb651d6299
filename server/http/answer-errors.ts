import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type SecurityEvent, securityAction } from '#server/access/security-log.ts';
import { isDiskFull, isUnreachable } from '#server/db/failures.ts';
import { MissingFileError } from '#server/files/store.ts';
import { ApiError, ERRORS, type ErrorCode, errorBody, FieldsError, fieldsBody } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Person that a request without a token is about, e.g. at sign-in; for the security log. */
    subjectUserId: number | null;
    /** Error code of a 5xx answer, for the metrics. */
    failureCode: ErrorCode | null;
    /** Security event of the answer, for the security log; null for an ordinary answer. */
    securityEvent: (Pick<SecurityEvent, 'action' | 'reason'> & Partial<Pick<SecurityEvent, 'phone'>>) | null;
  }
}

/** Error codes for refusals by Fastify and its plug-ins, by status. */
const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'signed_out',
  // From the static files plug-in: treated as not existing.
  403: 'not_found',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported',
  426: 'upgrade_required',
  429: 'too_many_requests',
};

/** Error codes for PostgreSQL errors, by SQLSTATE or its class. */
const CODE_BY_SQLSTATE: Readonly<Record<string, ErrorCode>> = {
  '22': 'malformed',
  '23503': 'conflict',
  '23505': 'conflict',
  '23514': 'malformed',
  '40': 'conflict',
  '08': 'unavailable',
  '53': 'unavailable',
  '57': 'unavailable',
};

/** `Retry-After` by status, seconds. */
const RETRY_AFTER: Readonly<Record<number, number>> = { 429: 60, 503: 5 };

/** Error code of any error; `unexpected` for an unforeseen one. */
export function errorCode(error: unknown): ErrorCode {
  if (error instanceof ApiError) return error.code;
  if (error instanceof MissingFileError) return 'not_found';
  if (isDiskFull(error)) return 'disk_full';
  if (isUnreachable(error)) return 'unavailable';
  const { statusCode, code } = error as Partial<FastifyError>;
  if (statusCode && statusCode >= 400 && statusCode < 500) return CODE_BY_STATUS[statusCode] ?? 'malformed';
  if (typeof code !== 'string') return 'unexpected';
  if (/^[0-9A-Z]{5}$/.test(code)) return CODE_BY_SQLSTATE[code] ?? CODE_BY_SQLSTATE[code.slice(0, 2)] ?? 'unexpected';
  return 'unexpected';
}

/**
 * Sends an error in the common format. The cause is logged for 5xx and missing files; the body has only the code and its params, or
 * the messages of the fields.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('x-request-id', request.id);
  if (error instanceof FieldsError) {
    if (error.refusal) request.securityEvent ??= { action: 'refused', reason: error.refusal };
    return reply.code(error.status).send(fieldsBody(error.fields, request.id));
  }
  const code = errorCode(error);
  const apiError = error instanceof ApiError ? error : new ApiError(code, {}, error);
  const action = securityAction(code, apiError.status);
  if (action) request.securityEvent ??= { action, reason: code };
  if (apiError.status >= 500) request.failureCode = code;
  if (apiError.status >= 500 || error instanceof MissingFileError) request.log.error({ err: error }, code);
  const retryAfter = apiError.params.after ?? RETRY_AFTER[apiError.status];
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
  return reply.code(apiError.status).send(errorBody(code, request.id, apiError.params));
}

/** Installs the error handler and adds the request id to every response. */
export function handleErrors(app: FastifyInstance): void {
  app.decorateRequest('subjectUserId', null);
  app.decorateRequest('failureCode', null);
  app.decorateRequest('securityEvent', null);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}

/** Error codes for requests that Node's parser refused. */
const CODE_BY_PARSER_ERROR: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'too_long',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers requests that never reach Fastify, such as a URL above 16 KB, in the same format, and closes the connection. */
export function sendClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const code = CODE_BY_PARSER_ERROR[error.code ?? ''] ?? 'malformed';
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
