import type { FastifyInstance, FastifyRequest } from 'fastify';
import { text } from '#i18n/text.ts';
import { can } from '#resources/language/access.ts';
import type { Db } from '#server/db/tables.ts';
import type { Access } from '#server/http/declaration.ts';
import { ApiError } from '#server/http/errors.ts';
import { findReader, findSession } from './look-up.ts';
import { administers, type Reader } from './reader.ts';
import { redeemTicket } from './tickets.ts';
import type { SessionLimits } from './tokens.ts';

/** Dependencies of the guard on the rest of the server. */
export interface GuardDeps {
  db: Db;
  now(): Date;
  /** How long sessions last; `SESSION_LIMITS` when left out. */
  sessions?: SessionLimits;
  /** Sections that an installation added. */
  extraSections(): readonly string[];
  /** Section and title of a definition that is stored generically; null when there is none of that name. */
  definition(name: string): { section: string; title: string } | null;
}

/** The ticket of a socket, `?ticket=…`. */
function readTicket(request: FastifyRequest): string | null {
  if (!request.routeOptions.config.socket) return null;
  const { ticket } = request.query as { ticket?: unknown };
  return typeof ticket === 'string' && ticket ? ticket : null;
}

/** The token of a call: `Authorization: Token …`, for sockets `?token=…`. */
function readToken(request: FastifyRequest): string | null {
  if (request.routeOptions.config.socket) {
    const { token } = request.query as { token?: unknown };
    return typeof token === 'string' && token ? token : null;
  }
  return /^Token +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

const LOCAL_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Headers by which a proxy makes itself known, whatever they say. */
const OF_PROXY = /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether a call comes from this machine: not through a proxy, and not by a page that renamed itself to us. Browsers and
 * curl speak HTTP/1.1; 1.0 is what nginx speaks to the server behind it unless told otherwise.
 */
export function isLocal(request: FastifyRequest): boolean {
  const { headers, socket, raw } = request;
  if (raw.httpVersion === '1.0' || Object.keys(headers).some((name) => OF_PROXY.test(name))) return false;
  return LOCAL_ADDRESSES.has(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '');
}

/**
 * Refuses accounts that may not work now.
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
 * The reader of a call to a declared route.
 * @returns null where the route needs no reader
 * @throws ApiError 401 without a live token, 403 without the right, 404 for a definition there is none of
 */
export async function admit(request: FastifyRequest, access: Access, deps: GuardDeps): Promise<Reader | null> {
  if (access.kind === 'public' || access.kind === 'address' || access.kind === 'chat') return null;
  if (access.kind === 'loopback') {
    if (!isLocal(request)) throw new ApiError('not_found');
    return null;
  }
  const reader = await findTokenOwner(request, deps);
  if (!reader) throw new ApiError(isLinked(access) && readToken(request) ? 'unknown_token' : 'signed_out');
  // A person viewing the console as another one follows no sockets: their messages may be meant for that other person
  // alone.
  const looks = request.routeOptions.config.socket ? [] : ['view'];
  refuseAccount(reader, ['session', ...looks, ...((access.kind === 'staff' && access.tokens) || [])]);
  if (reader.token.purpose === 'view') refuseWriting(request, access);
  if (access.kind === 'staff') return reader;
  if (access.kind === 'administrator') {
    if (!administers(reader)) throw new ApiError('no_right', { section: text('access.administration') });
    return reader;
  }

  const { section, title } = access.kind === 'section' ? builtIn(access.section) : named(request, deps);
  const other = access.kind === 'section' && access.or !== undefined && can(reader.levels, access.or, access.action);
  if (!other && !can(reader.levels, section, access.action)) throw new ApiError('no_right', { section: title });
  return reader;
}

/**
 * The member of staff behind a public call, for answers that say more to signed-in people.
 * @returns null without a live session or the look of one; never refuses
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

/** Whether a route takes the tokens of links: their owners are told what is wrong with them (AUTH-55). */
function isLinked(access: Access): boolean {
  return access.kind === 'staff' && access.tokens !== undefined;
}

/**
 * A person viewing the console as another one changes nothing: only GET and calls that only see are allowed.
 * @throws ApiError read_only
 */
function refuseWriting(
  request: FastifyRequest,
  access: Exclude<Access, { kind: 'public' | 'loopback' | 'address' | 'chat' }>,
) {
  const sees =
    'action' in access
      ? access.action === 'see' && !('writes' in access && access.writes)
      : request.method === 'GET' || (access.kind === 'staff' && access.tokens?.includes('view'));
  const own = access.kind === 'staff' && access.own;
  if (!sees || own) throw new ApiError('read_only');
}

/** The person whose token a call carries; kept with the call, for the log of those that are refused. */
async function findTokenOwner(request: FastifyRequest, deps: GuardDeps): Promise<Reader | null> {
  request.tokenOwner = await lookUpTokenOwner(request, deps);
  // Every further line of the call says whose it is.
  if (request.tokenOwner) request.log = request.log.child({ user: request.tokenOwner.user });
  return request.tokenOwner;
}

async function lookUpTokenOwner(request: FastifyRequest, deps: GuardDeps): Promise<Reader | null> {
  const { db, now, extraSections, sessions } = deps;
  const ticket = readTicket(request);
  if (ticket) {
    // The second look at the same socket: its ticket is gone, its session is known.
    const session = request.reader?.token.id ?? (await redeemTicket(db, ticket, now()));
    return session === null ? null : findSession(db, session, now(), extraSections());
  }
  const token = readToken(request);
  return token ? findReader(db, token, now(), extraSections(), sessions) : null;
}

function builtIn(section: string) {
  return { section, title: text(`access.sections.${section}`) };
}

function named(request: FastifyRequest, deps: GuardDeps) {
  const found = deps.definition((request.params as { resource: string }).resource);
  if (!found) throw new ApiError('not_found');
  return found;
}

/** Puts the guard before every route: ahead of the body, so that no body is read without the right. */
export function guard(app: FastifyInstance, deps: GuardDeps): void {
  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config?.access;
    if (access) request.reader = await admit(request, access, deps);
  });
}
