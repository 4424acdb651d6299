import type { FastifyInstance, FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { can } from '#resources/language/access.ts';
import type { Db } from '#server/db/tables.ts';
import type { Access } from '#server/http/declaration.ts';
import { ApiError } from '#server/http/errors.ts';
import { findReader, findSession } from './find-reader.ts';
import { isAdministrator, type Reader } from './reader.ts';
import { redeemTicket } from './tickets.ts';
import type { SessionLimits } from './tokens.ts';

/** What the guard needs from the rest of the server. */
export interface GuardDeps {
  db: Db;
  now(): Date;
  /** Session lifetimes; `SESSION_LIMITS` by default. */
  sessions?: SessionLimits;
  /** Names of sections added by the installation. */
  extraSections(): readonly string[];
  /** Section and title of a stored definition; null when there is none with this name. */
  definition(name: string): { section: string; title: string } | null;
}

/** Ticket of a socket: `?ticket=…`. */
function readTicket(request: FastifyRequest): string | null {
  if (!request.routeOptions.config.socket) return null;
  const { ticket } = request.query as { ticket?: unknown };
  return typeof ticket === 'string' && ticket ? ticket : null;
}

/** Token of a request: `Authorization: Token …`; for sockets `?token=…`. */
function readToken(request: FastifyRequest): string | null {
  if (request.routeOptions.config.socket) {
    const { token } = request.query as { token?: unknown };
    return typeof token === 'string' && token ? token : null;
  }
  return /^Token +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

const LOCAL_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Headers that proxies add; their presence is enough, whatever the value. */
const PROXY_HEADERS = /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether a request comes from this machine, neither through a proxy nor from a page that uses DNS rebinding. HTTP/1.0 is refused
 * because nginx uses it towards its backend by default; browsers and curl use 1.1.
 */
export function isLocal(request: FastifyRequest): boolean {
  const { headers, socket, raw } = request;
  if (raw.httpVersion === '1.0' || Object.keys(headers).some((name) => PROXY_HEADERS.test(name))) return false;
  return LOCAL_ADDRESSES.has(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '');
}

/**
 * Refuses accounts and tokens that may not be used for this request.
 * @throws ApiError account_suspended, signed_out (401), resident (403)
 */
export function refuseAccount(reader: Reader, purposes: readonly string[]): void {
  if (!purposes.includes(reader.token.purpose)) throw new ApiError('signed_out');
  if (reader.status === 'suspended') throw new ApiError('account_suspended');
  if (reader.status === 'deleted') throw new ApiError('signed_out');
  if (reader.status === 'created' && reader.token.purpose === 'session') throw new ApiError('signed_out');
  if (reader.role === 'resident') throw new ApiError('resident');
}

/**
 * Checks access to a declared route and returns its reader.
 * @returns null for routes that need no reader
 * @throws ApiError 401 without a valid token, 403 without the right, 404 for an unknown definition
 */
export async function authorize(request: FastifyRequest, access: Access, deps: GuardDeps): Promise<Reader | null> {
  if (access.kind === 'public' || access.kind === 'address' || access.kind === 'chat') return null;
  if (access.kind === 'loopback') {
    if (!isLocal(request)) throw new ApiError('not_found');
    return null;
  }
  const reader = await findTokenOwner(request, deps);
  if (!reader) throw new ApiError(acceptsLinkTokens(access) && readToken(request) ? 'unknown_token' : 'signed_out');
  // Someone viewing as another person gets no sockets, because the messages may be meant for that person alone.
  const viewPurposes = request.routeOptions.config.socket ? [] : ['view'];
  refuseAccount(reader, ['session', ...viewPurposes, ...((access.kind === 'staff' && access.tokens) || [])]);
  if (reader.token.purpose === 'view') refuseWriting(request, access);
  if (access.kind === 'staff') return reader;
  if (access.kind === 'administrator') {
    if (!isAdministrator(reader)) throw new ApiError('no_right', { section: text('access.administration') });
    return reader;
  }

  const { section, title } =
    access.kind === 'section' ? builtInSection(access.section) : requestedSection(request, deps);
  const hasAlternativeRight =
    access.kind === 'section' && access.or !== undefined && can(reader.levels, access.or, access.action);
  if (!hasAlternativeRight && !can(reader.levels, section, access.action))
    throw new ApiError('no_right', { section: title });
  return reader;
}

/**
 * The member of staff behind a request to a public route that tells signed-in people more. Never refuses.
 * @returns null without a valid session or `view` token
 */
export async function readerIfSignedIn(request: FastifyRequest, deps: GuardDeps): Promise<Reader | null> {
  const reader = await findTokenOwner(request, deps);
  if (!reader) return null;
  try {
    refuseAccount(reader, ['session', 'view']);
    return reader;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Whether a route accepts tokens from links; their owners get a more exact error (AUTH-55). */
function acceptsLinkTokens(access: Access): boolean {
  return access.kind === 'staff' && access.tokens !== undefined;
}

/** Someone viewing as another person may only read: GET requests and routes with the action `see`. @throws ApiError read_only */
function refuseWriting(
  request: FastifyRequest,
  access: Exclude<Access, { kind: 'public' | 'loopback' | 'address' | 'chat' }>,
) {
  const isReadOnly =
    'action' in access
      ? access.action === 'see' && !('writes' in access && access.writes)
      : request.method === 'GET' || (access.kind === 'staff' && access.tokens?.includes('view'));
  const isOwnAccount = access.kind === 'staff' && access.own;
  if (!isReadOnly || isOwnAccount) throw new ApiError('read_only');
}

/** Finds the owner of the request's token and keeps them on the request, for the security log of refusals. */
async function findTokenOwner(request: FastifyRequest, deps: GuardDeps): Promise<Reader | null> {
  request.tokenOwner = await lookUpTokenOwner(request, deps);
  // All further log lines of this request name the user.
  if (request.tokenOwner) request.log = request.log.child({ user: request.tokenOwner.user });
  return request.tokenOwner;
}

async function lookUpTokenOwner(request: FastifyRequest, deps: GuardDeps): Promise<Reader | null> {
  const { db, now, extraSections, sessions } = deps;
  const ticket = readTicket(request);
  if (ticket) {
    // The guard runs twice for a socket: the ticket is used up by the first run, which left the session on the request.
    const session = request.reader?.token.id ?? (await redeemTicket(db, ticket, now()));
    return session === null ? null : findSession(db, session, now(), extraSections());
  }
  const token = readToken(request);
  return token ? findReader(db, token, now(), extraSections(), sessions) : null;
}

function builtInSection(section: string) {
  return { section, title: text(`access.sections.${section}`) };
}

function requestedSection(request: FastifyRequest, deps: GuardDeps) {
  const requestedDefinition = deps.definition((request.params as { resource: string }).resource);
  if (!requestedDefinition) throw new ApiError('not_found');
  return requestedDefinition;
}

/** Runs the guard before every route, in `onRequest`, so that no body is read without the right. */
export function guard(app: FastifyInstance, deps: GuardDeps): void {
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config?.access;
    if (access) request.reader = await authorize(request, access, deps);
  });
}
