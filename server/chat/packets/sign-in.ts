import { setTimeout as wait } from 'node:timers/promises';
import { normalizeTypedPhone } from '#resources/language/kinds/phone.ts';
import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { audit } from '#server/access/audit.ts';
import { verifyAgainstDummy, verifyPassword } from '#server/access/passwords.ts';
import { mustUseSecondFactor } from '#server/access/second-factor.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Chat } from '../chat.ts';
import { readBasic } from '../credentials.ts';
import type { Packet } from '../frames.ts';
import { recordChatRefusal } from '../note-security.ts';
import type { Member } from '../queries/people-queries.ts';
import {
  accountByPhone,
  chatPassOwner,
  chatTokenOwner,
  type IssuedChatToken,
  issueChatToken,
  lockUnchangedPassword,
  renewToken,
} from '../queries/token-queries.ts';
import { ChatRefusal, ctrl } from '../replies.ts';
import type { Session } from '../session.ts';

/** Location of a chat sign-in in the security log. */
const LOGIN_LOCATION = 'chat login';

/** Oldest supported client version: major, minor. */
const OLDEST_VERSION = [0, 20] as const;

/** `hi`: the greeting (A2). A client that is too old is disconnected at once, because it would retry without a pause. */
export async function hello(chat: Chat, session: Session, packet: Packet<'hi'>): Promise<void> {
  const [major = 0, minor = 0] = (packet.ver ?? '').split('.').map((part) => Number.parseInt(part, 10) || 0);
  if (
    packet.ver !== undefined &&
    (major < OLDEST_VERSION[0] || (major === OLDEST_VERSION[0] && minor < OLDEST_VERSION[1]))
  ) {
    session.send(ctrl(packet, 'oldVersion'));
    return session.connection.close(1002, 'version not supported');
  }
  if (packet.ua) session.agent = packet.ua;
  if (session.isGreeted) return session.send(ctrl(packet, 'ok'));
  session.isGreeted = true;
  session.send(ctrl(packet, 'created', { ver: '0.25', build: chat.build, ...CHAT_LIMITS }));
}

/** `login`: by phone digits and password, by a chat pass, or by a token (A3, CHAT-07, CHAT-08). */
export async function login(chat: Chat, session: Session, packet: Packet<'login'>): Promise<void> {
  if (session.self) throw new ChatRefusal('signedIn');
  const handler = packet.scheme === 'basic' ? signInByPassword : packet.scheme === 'token' ? signInByToken : null;
  if (!handler) throw new ChatRefusal('unknownScheme');
  const { member, token, parent } = await handler(chat, session, packet.secret ?? '');
  if (!chat.limits.signIn(session.connection, member.id)) return chat.registry.drop(session);
  chat.registry.signIn(session, { ...member, token: token.id, parent });
  // Check again now that the session receives events: a change since the first check would have been missed.
  const tokenOwner = await chatTokenOwner(chat.db, token.token, chat.sessions, chat.now());
  if (!tokenOwner) return chat.registry.end(session, CLOSE.signedOut, 'signed out');
  if (tokenOwner.status !== 'active') return chat.registry.end(session, CLOSE.accessChanged, 'access changed');
  const params = { user: member.chatId, authlvl: 'auth', token: token.token, expires: token.expires };
  session.send(ctrl(packet, 'ok', params));
}

interface SignInResult {
  member: Member;
  token: IssuedChatToken;
  /** Id of the console session that this one ends with. */
  parent: number | null;
}

async function signInByToken({ db, now, sessions }: Chat, _session: Session, secret: string): Promise<SignInResult> {
  if (!/^[A-Za-z0-9+/_=-]{1,200}$/.test(secret)) throw new ChatRefusal('malformed');
  const principal = await chatTokenOwner(db, secret, sessions, now());
  if (!principal) throw new ChatRefusal('wrongCredentials');
  refuseInactive(principal.status);
  const { token: id, parent, ...member } = principal;
  return { member, parent, token: { id, token: secret, expires: await renewToken(db, id, now()) } };
}

async function signInByPassword(chat: Chat, session: Session, secret: string): Promise<SignInResult> {
  const credentials = readBasic(secret);
  if (!credentials) throw new ChatRefusal('malformed');
  const { db, now } = chat;
  const pass = await chatPassOwner(db, credentials.password, now());
  if (pass) {
    if (pass.phone !== normalizeTypedPhone(credentials.login)) throw new ChatRefusal('wrongCredentials');
    refuseInactive(pass.status);
    const member: Member = {
      id: pass.id,
      chatId: pass.chat_id ?? '',
      staff: pass.role !== 'resident',
      status: pass.status,
    };
    return { member, parent: pass.parent_id, token: await issueChatToken(db, pass.id, pass.parent_id, now()) };
  }
  return signInByOwnPassword(chat, session, credentials);
}

async function signInByOwnPassword(
  chat: Chat,
  session: Session,
  credentials: { login: string; password: string },
): Promise<SignInResult> {
  const { db, now, throttle } = chat;
  const phone = normalizeTypedPhone(credentials.login);
  const name = phone ?? credentials.login.slice(0, 20);
  const onThrottled = () =>
    recordChatRefusal(chat, session, { action: 'throttled', reason: 'too_many_sign_ins', where: LOGIN_LOCATION });
  await wait(await runThrottled(() => throttle.attempt(name, session.address), onThrottled));
  const account = phone ? await accountByPhone(db, phone) : null;
  // Accounts without a password and unknown phones take as long and get the same answer.
  const isCorrect = await runThrottled(
    () =>
      account?.password_hash
        ? verifyPassword(credentials.password, account.password_hash)
        : verifyAgainstDummy(credentials.password),
    onThrottled,
  );
  const hash = account?.password_hash;
  const recordFailure = (reason: string) => {
    const tried = !account && phone ? { phone } : {};
    const eventUser = { user: account?.id ?? null, ...tried };
    recordChatRefusal(chat, session, { action: 'sign-in-failed', reason, where: LOGIN_LOCATION, ...eventUser });
  };
  if (!isCorrect || !account || !hash || account.status === 'created') {
    recordFailure(account ? 'wrong-password' : 'unknown-phone');
    throw new ChatRefusal('wrongCredentials');
  }
  await throttle.succeeded(name, session.address);
  if (account.status !== 'active') recordFailure(account.status);
  refuseInactive(account.status);
  // People with a second factor enter the chat with a pass issued by their console.
  if (await mustUseSecondFactor(db, account.id)) {
    recordFailure('second-factor');
    throw new ChatRefusal('denied');
  }
  const member: Member = {
    id: account.id,
    chatId: account.chat_id ?? '',
    staff: account.role !== 'resident',
    status: account.status,
  };
  const token = await db.transaction().execute(async (trx) => {
    const isUnchanged = await lockUnchangedPassword(trx, account.id, hash);
    if (!isUnchanged || (await mustUseSecondFactor(trx, account.id))) throw new ChatRefusal('wrongCredentials');
    const auditEntry = { user: account.id, action: 'sign-in', resource: 'chat', record: account.id };
    await audit(trx, { ...auditEntry, request: session.id, address: session.address });
    return issueChatToken(trx, account.id, null, now());
  });
  return { member, parent: null, token };
}

/** Runs a rate-limited step. @throws ChatRefusal unavailable after too many attempts, so that the client retries later */
async function runThrottled<Result>(work: () => Promise<Result>, onThrottled: () => void): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    onThrottled();
    throw new ChatRefusal('unavailable');
  }
}

function refuseInactive(status: Member['status']): void {
  if (status === 'suspended') throw new ChatRefusal('denied');
  if (status !== 'active') throw new ChatRefusal('wrongCredentials');
}

/** `acc`: always refused, because accounts are managed in the console. */
export async function account(_chat: Chat, _session: Session, _packet: Packet<'acc'>): Promise<void> {
  throw new ChatRefusal('denied');
}
