import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { text } from '#i18n/text.ts';
import { normalizeTypedPhone } from '#resources/language/kinds/phone.ts';
import { audit } from '#server/access/audit.ts';
import { verifyAgainstDummy, verifyPassword } from '#server/access/passwords.ts';
import { mustUseSecondFactor } from '#server/access/second-factor.ts';
import { SignInThrottle } from '#server/access/throttle.ts';
import type { ServerContext } from '#server/context.ts';
import type { UserStatus } from '#server/db/tables/access.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { readBasic } from '../credentials.ts';
import { accountByPhone, chatPassOwner } from '../queries/token-queries.ts';
import {
  linkServiceAccount,
  linkTinodeAccount,
  selectTinodePerson,
  serviceUid,
  type TinodePerson,
  tagsFor,
  unlinkTinodeAccount,
} from './queries.ts';
import { isServicePassword, SERVICE_LOGIN } from './service.ts';

/** Request body of a Tinode server (chat-protocol.md B2). */
const callSchema = z.object({
  endpoint: z.string().max(40).optional(),
  secret: z.string().max(4_096).nullish(),
  addr: z.string().max(80).nullish(),
  rec: z.object({ uid: z.string().max(40).optional() }).nullish(),
});
type AuthCall = z.output<typeof callSchema>;

/** The response: always status 200; a refusal is in `err` (B2). */
type AuthAnswer = Record<string, unknown>;

/** Tag prefixes that people cannot change themselves (B3). */
const NAMESPACES = ['company', 'building', 'porch'];

/**
 * `POST /tinode-auth/<secret>/…`: a Tinode server gets its accounts, tags and suspensions from here (chat-protocol.md, part B).
 * It sends no credentials, so the path contains a secret (`CHAT_AUTH_SECRET`); without the setting the route does not exist.
 */
export function tinodeAuthenticator(app: FastifyInstance, context: ServerContext): void {
  const secret = context.settings.chatAuthSecret;
  if (!secret) return;
  const throttle = new SignInThrottle(context.db, context.now);
  const endpoints = new Map<string, (call: AuthCall, request: string) => Promise<AuthAnswer> | AuthAnswer>([
    ['rtagns', () => ({ strarr: NAMESPACES })],
    ['auth', (call, request) => authenticate(context, throttle, call, request)],
    ['link', (call, request) => linkAccount(context, throttle, call, request)],
    ['del', (call, request) => unlinkAccount(context, call, request)],
  ]);
  for (const url of ['/tinode-auth/:secret/', '/tinode-auth/:secret/:endpoint'] as const) {
    route(app, {
      method: 'POST',
      url,
      summary: 'Учётные записи для сервера Tinode',
      access: { kind: 'public' },
      params: z.object({ secret: z.string().max(200), endpoint: z.string().max(40).optional() }),
      body: callSchema,
      example: () => ({ url: `/tinode-auth/${secret}/rtagns`, body: { endpoint: 'rtagns' } }),
      handle: async ({ params, body, request, reply }) => {
        if (!equalsSecret(params.secret, secret)) throw new ApiError('not_found');
        const name = params.endpoint ?? body.endpoint ?? '';
        const answer = (await endpoints.get(name)?.(body, request.id)) ?? { err: 'unsupported' };
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
      },
    });
  }
}

function equalsSecret(candidate: string, secret: string): boolean {
  const [a, b] = [Buffer.from(candidate), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Id of the person, or the error word of a refusal. */
async function checkCredentials(
  context: ServerContext,
  throttle: SignInThrottle,
  call: AuthCall,
  request: string,
): Promise<number | string> {
  const credentials = readBasic(call.secret ?? '');
  if (!credentials) return 'malformed';
  const { db, now } = context;
  const phone = normalizeTypedPhone(credentials.login);
  const pass = await chatPassOwner(db, credentials.password, now());
  if (pass) return pass.phone === phone ? (refusalFor(pass.status) ?? pass.id) : 'failed';
  // `addr` may include a port.
  const address = (call.addr ?? 'tinode').replace(/^\[?([^\]]*?)\]?:\d+$/, '$1');
  const name = phone ?? credentials.login.slice(0, 20);
  const recordEvent = (action: 'sign-in-failed' | 'throttled', reason: string, user: number | null = null) => {
    const tried = user === null && phone ? { phone } : {};
    context.security.note({ action, reason, user, address, where: 'tinode login', request, ...tried });
  };
  try {
    await wait(await throttle.attempt(name, address));
    const account = phone ? await accountByPhone(db, phone) : null;
    const isCorrect = account?.password_hash
      ? await verifyPassword(credentials.password, account.password_hash)
      : await verifyAgainstDummy(credentials.password);
    if (!isCorrect || !account || account.status === 'created') {
      recordEvent('sign-in-failed', account ? 'wrong-password' : 'unknown-phone', account?.id);
      return 'failed';
    }
    await throttle.succeeded(name, address);
    if (account.status !== 'active') recordEvent('sign-in-failed', account.status, account.id);
    // People with a second factor enter the chat with a pass issued by their console.
    else if (await mustUseSecondFactor(db, account.id)) {
      recordEvent('sign-in-failed', 'second-factor', account.id);
      return 'denied';
    }
    return refusalFor(account.status) ?? account.id;
  } catch (error) {
    // Rate-limited: answer `internal`, because a refusal would sign the person out.
    if (error instanceof ApiError) {
      recordEvent('throttled', error.code);
      return 'internal';
    }
    throw error;
  }
}

function refusalFor(status: UserStatus): string | null {
  if (status === 'active') return null;
  return status === 'suspended' ? 'denied' : 'failed';
}

/** Whether the request comes from our own service account, which suspends people on the Tinode server. */
function isService({ settings, now }: ServerContext, call: AuthCall): boolean {
  const serviceCredentials = readBasic(call.secret ?? '');
  return (
    serviceCredentials?.login === SERVICE_LOGIN &&
    isServicePassword(settings.chatAuthSecret ?? '', serviceCredentials.password, now())
  );
}

/** Our own service account: root, and it accepts no messages. */
async function authenticateService(context: ServerContext): Promise<AuthAnswer> {
  const uid = await serviceUid(context.db);
  const rec = { authlvl: 'root', features: 'V', state: 'ok' };
  return uid
    ? { rec: { uid, ...rec } }
    : { rec, newacc: { auth: 'N', anon: 'N', public: { fn: text('shell.product') } } };
}

/** `auth` (B4): the account or, on the first login, the data to create it with. */
async function authenticate(
  context: ServerContext,
  throttle: SignInThrottle,
  call: AuthCall,
  request: string,
): Promise<AuthAnswer> {
  if (isService(context, call)) return authenticateService(context);
  const userOrError = await checkCredentials(context, throttle, call, request);
  if (typeof userOrError === 'string') return { err: userOrError };
  const person = await selectTinodePerson(context.db, userOrError);
  const rec = { authlvl: 'auth', features: 'V', state: 'ok' };
  if (person.uid) return { rec: { uid: person.uid, ...rec } };
  return {
    rec: { ...rec, tags: tagsFor(person) },
    newacc: {
      auth: 'JRWPAS',
      anon: 'N',
      public: publicProfile(person),
      trusted: trustedProfile(person),
      private: { comment: '' },
    },
  };
}

/** A person's public profile. */
export const publicProfile = (person: TinodePerson) => ({ fn: `${person.first_name} ${person.last_name}` });
const trustedProfile = (person: TinodePerson) => (person.role === 'resident' ? {} : { staff: true });

/** `link` (B4): Tinode created the account. */
async function linkAccount(
  context: ServerContext,
  throttle: SignInThrottle,
  call: AuthCall,
  request: string,
): Promise<AuthAnswer> {
  const uid = call.rec?.uid ?? '';
  if (!/^[A-Za-z0-9_-]{11}$/.test(uid)) return { err: 'malformed' };
  if (isService(context, call)) return (await linkServiceAccount(context.db, uid)) ? {} : { err: 'duplicate value' };
  const user = await checkCredentials(context, throttle, call, request);
  if (typeof user === 'string') return { err: user };
  const linked = await context.db.transaction().execute(async (trx) => {
    if (!(await linkTinodeAccount(trx, user, uid))) return false;
    await audit(trx, { user, action: 'link', resource: 'chat', record: user, after: { uid }, request });
    return true;
  });
  return linked ? {} : { err: 'duplicate value' };
}

/** `del` (B3): the account was deleted. */
async function unlinkAccount(context: ServerContext, call: AuthCall, request: string): Promise<AuthAnswer> {
  const uid = call.rec?.uid ?? '';
  await context.db.transaction().execute(async (trx) => {
    await unlinkTinodeAccount(trx, uid);
    await audit(trx, { user: null, action: 'unlink', resource: 'chat', record: uid, request });
  });
  return {};
}
