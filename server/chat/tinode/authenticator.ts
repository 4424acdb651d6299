import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { text } from '#i18n/text.ts';
import { normalPhoneLoosely } from '#resources/language/kinds/phone.ts';
import { audit } from '#server/access/audit.ts';
import { verifyNobody, verifyPassword } from '#server/access/passwords.ts';
import { mayNotEnterByPassword } from '#server/access/second-factor.ts';
import { SignInThrottle } from '#server/access/throttle.ts';
import type { ServerContext } from '#server/context.ts';
import type { UserStatus } from '#server/db/tables/access.ts';
import { ApiError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { readBasic } from '../credentials.ts';
import { accountByPhone, chatPassOwner } from '../queries/token-queries.ts';
import { link, linkService, selectTinodePerson, serviceUid, type Told, tagsFor, unlink } from './queries.ts';
import { isServicePassword, SERVICE_LOGIN } from './service.ts';

/** A call of a Tinode server (chat-protocol.md B2). */
const call = z.object({
  endpoint: z.string().max(40).optional(),
  secret: z.string().max(4_096).nullish(),
  addr: z.string().max(80).nullish(),
  rec: z.object({ uid: z.string().max(40).optional() }).nullish(),
});
type Call = z.output<typeof call>;

/** The answer: always 200, a refusal is in `err` (B2). */
type Answer = Record<string, unknown>;

/** Prefixes of tags that people cannot change themselves (B3). */
const NAMESPACES = ['company', 'building', 'porch'];

/**
 * `POST /tinode-auth/<secret>/…`: a Tinode server takes its accounts, tags and suspensions from here (chat-protocol.md,
 * part B). It carries no credentials, so the path holds a secret (`CHAT_AUTH_SECRET`); without the setting there is no such
 * path.
 */
export function tinodeAuthenticator(app: FastifyInstance, context: ServerContext): void {
  const secret = context.settings.chatAuthSecret;
  if (!secret) return;
  const throttle = new SignInThrottle(context.db, context.now);
  const endpoints = new Map<string, (asked: Call, request: string) => Promise<Answer> | Answer>([
    ['rtagns', () => ({ strarr: NAMESPACES })],
    ['auth', (asked, request) => authenticate(context, throttle, asked, request)],
    ['link', (asked, request) => remember(context, throttle, asked, request)],
    ['del', (asked, request) => forget(context, asked, request)],
  ]);
  for (const url of ['/tinode-auth/:secret/', '/tinode-auth/:secret/:endpoint'] as const) {
    route(app, {
      method: 'POST',
      url,
      summary: 'Учётные записи для сервера Tinode',
      access: { kind: 'public' },
      params: z.object({ secret: z.string().max(200), endpoint: z.string().max(40).optional() }),
      body: call,
      example: () => ({ url: `/tinode-auth/${secret}/rtagns`, body: { endpoint: 'rtagns' } }),
      handle: async ({ params, body, request, reply }) => {
        if (!same(params.secret, secret)) throw new ApiError('not_found');
        const name = params.endpoint ?? body.endpoint ?? '';
        const answer = (await endpoints.get(name)?.(body, request.id)) ?? { err: 'unsupported' };
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
      },
    });
  }
}

function same(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The person, or the word of the refusal. */
async function principal(
  context: ServerContext,
  throttle: SignInThrottle,
  call: Call,
  request: string,
): Promise<number | string> {
  const credentials = readBasic(call.secret ?? '');
  if (!credentials) return 'malformed';
  const { db, now } = context;
  const phone = normalPhoneLoosely(credentials.login);
  const pass = await chatPassOwner(db, credentials.password, now());
  if (pass) return pass.phone === phone ? (refused(pass.status) ?? pass.id) : 'failed';
  // `addr` comes with a port, or is just the address.
  const address = (call.addr ?? 'tinode').replace(/^\[?([^\]]*?)\]?:\d+$/, '$1');
  const name = phone ?? credentials.login.slice(0, 20);
  const note = (action: 'sign-in-failed' | 'throttled', reason: string, user: number | null = null) => {
    const tried = user === null && phone ? { phone } : {};
    context.security.note({ action, reason, user, address, where: 'tinode login', request, ...tried });
  };
  try {
    await wait(await throttle.attempt(name, address));
    const account = phone ? await accountByPhone(db, phone) : null;
    const right = account?.password_hash
      ? await verifyPassword(credentials.password, account.password_hash)
      : await verifyNobody(credentials.password);
    if (!right || !account || account.status === 'created') {
      note('sign-in-failed', account ? 'wrong-password' : 'unknown-phone', account?.id);
      return 'failed';
    }
    await throttle.succeeded(name, address);
    if (account.status !== 'active') note('sign-in-failed', account.status, account.id);
    // Their way into the chat is a pass of their console.
    else if (await mayNotEnterByPassword(db, account.id)) {
      note('sign-in-failed', 'second-factor', account.id);
      return 'denied';
    }
    return refused(account.status) ?? account.id;
  } catch (error) {
    // Too many attempts: no refusal that would sign anybody out.
    if (error instanceof ApiError) {
      note('throttled', error.code);
      return 'internal';
    }
    throw error;
  }
}

function refused(status: UserStatus): string | null {
  if (status === 'active') return null;
  return status === 'suspended' ? 'denied' : 'failed';
}

/** Whether the call is our own, of the account that puts people out. */
function isService({ settings, now }: ServerContext, asked: Call): boolean {
  const given = readBasic(asked.secret ?? '');
  return given?.login === SERVICE_LOGIN && isServicePassword(settings.chatAuthSecret ?? '', given.password, now());
}

/** The account of our own: root; it takes no messages. */
async function authenticateService(context: ServerContext): Promise<Answer> {
  const uid = await serviceUid(context.db);
  const rec = { authlvl: 'root', features: 'V', state: 'ok' };
  return uid
    ? { rec: { uid, ...rec } }
    : { rec, newacc: { auth: 'N', anon: 'N', public: { fn: text('shell.product') } } };
}

/** `auth` (B4): the account, or on the first login what it is to be made of. */
async function authenticate(
  context: ServerContext,
  throttle: SignInThrottle,
  call: Call,
  request: string,
): Promise<Answer> {
  if (isService(context, call)) return authenticateService(context);
  const found = await principal(context, throttle, call, request);
  if (typeof found === 'string') return { err: found };
  const person = await selectTinodePerson(context.db, found);
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
export const publicProfile = (person: Told) => ({ fn: `${person.first_name} ${person.last_name}` });
const trustedProfile = (person: Told) => (person.role === 'resident' ? {} : { staff: true });

/** `link` (B4): the account was made. */
async function remember(
  context: ServerContext,
  throttle: SignInThrottle,
  call: Call,
  request: string,
): Promise<Answer> {
  const uid = call.rec?.uid ?? '';
  if (!/^[A-Za-z0-9_-]{11}$/.test(uid)) return { err: 'malformed' };
  if (isService(context, call)) return (await linkService(context.db, uid)) ? {} : { err: 'duplicate value' };
  const user = await principal(context, throttle, call, request);
  if (typeof user === 'string') return { err: user };
  const linked = await context.db.transaction().execute(async (trx) => {
    if (!(await link(trx, user, uid))) return false;
    await audit(trx, { user, action: 'link', resource: 'chat', record: user, after: { uid }, request });
    return true;
  });
  return linked ? {} : { err: 'duplicate value' };
}

/** `del` (B3): the account is gone. */
async function forget(context: ServerContext, asked: Call, request: string): Promise<Answer> {
  const uid = asked.rec?.uid ?? '';
  await context.db.transaction().execute(async (trx) => {
    await unlink(trx, uid);
    await audit(trx, { user: null, action: 'unlink', resource: 'chat', record: uid, request });
  });
  return {};
}
