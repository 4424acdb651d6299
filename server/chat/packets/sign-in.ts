import { setTimeout as wait } from 'node:timers/promises';
import { normalPhoneLoosely } from '#resources/language/kinds/phone.ts';
import { CHAT_LIMITS } from '#resources/protocol/chat/chat.ts';
import { CLOSE } from '#resources/protocol/live.ts';
import { audit } from '#server/access/audit.ts';
import { verifyNobody, verifyPassword } from '#server/access/passwords.ts';
import { mayNotEnterByPassword } from '#server/access/second-factor.ts';
import { ApiError } from '#server/http/errors.ts';
import type { Chat } from '../chat.ts';
import { readBasic } from '../credentials.ts';
import type { Packet } from '../frames.ts';
import { noteSecurity } from '../note-security.ts';
import type { Member } from '../queries/people-queries.ts';
import {
  accountByPhone,
  type ChatToken,
  chatPassOwner,
  chatTokenOwner,
  issueChatToken,
  lockUnchangedPassword,
  renewToken,
} from '../queries/token-queries.ts';
import { ChatRefusal, ctrl } from '../replies.ts';
import type { Session } from '../session.ts';

/** How the security log names a sign-in to the chat. */
const LOGIN = 'chat login';

/** Oldest client that is understood, as major and minor. */
const OLDEST = [0, 20] as const;

/** `hi`: the greeting (A2). A client that is too old is let go at once, for it would come back without a pause. */
export async function hello(chat: Chat, session: Session, packet: Packet<'hi'>): Promise<void> {
  const [major = 0, minor = 0] = (packet.ver ?? '').split('.').map((part) => Number.parseInt(part, 10) || 0);
  if (packet.ver !== undefined && (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))) {
    session.send(ctrl(packet, 'oldVersion'));
    return session.connection.close(1002, 'version not supported');
  }
  if (packet.ua) session.agent = packet.ua;
  if (session.greeted) return session.send(ctrl(packet, 'ok'));
  session.greeted = true;
  session.send(ctrl(packet, 'created', { ver: '0.25', build: chat.build, ...CHAT_LIMITS }));
}

/** `login`: by phone digits and password, by a pass, or by a token (A3, CHAT-07, CHAT-08). */
export async function login(chat: Chat, session: Session, packet: Packet<'login'>): Promise<void> {
  if (session.self) throw new ChatRefusal('signedIn');
  const known = packet.scheme === 'basic' ? byPassword : packet.scheme === 'token' ? byToken : null;
  if (!known) throw new ChatRefusal('unknownScheme');
  const { member, token, parent } = await known(chat, session, packet.secret ?? '');
  if (!chat.limits.signIn(session.connection, member.id)) return chat.registry.drop(session);
  chat.registry.signIn(session, { ...member, token: token.id, parent });
  // Once more, now that changes are heard: what ended their session since the first look would go unnoticed.
  const present = await chatTokenOwner(chat.db, token.token, chat.sessions, chat.now());
  if (!present) return chat.registry.end(session, CLOSE.signedOut, 'signed out');
  if (present.status !== 'active') return chat.registry.end(session, CLOSE.accessChanged, 'access changed');
  const params = { user: member.chatId, authlvl: 'auth', token: token.token, expires: token.expires };
  session.send(ctrl(packet, 'ok', params));
}

interface Entered {
  member: Member;
  token: ChatToken;
  /** The session of the console that it dies with. */
  parent: number | null;
}

async function byToken({ db, now, sessions }: Chat, _session: Session, secret: string): Promise<Entered> {
  if (!/^[A-Za-z0-9+/_=-]{1,200}$/.test(secret)) throw new ChatRefusal('malformed');
  const principal = await chatTokenOwner(db, secret, sessions, now());
  if (!principal) throw new ChatRefusal('wrongCredentials');
  refuseState(principal.status);
  const { token: id, parent, ...member } = principal;
  return { member, parent, token: { id, token: secret, expires: await renewToken(db, id, now()) } };
}

async function byPassword(chat: Chat, session: Session, secret: string): Promise<Entered> {
  const credentials = readBasic(secret);
  if (!credentials) throw new ChatRefusal('malformed');
  const { db, now } = chat;
  const pass = await chatPassOwner(db, credentials.password, now());
  if (pass) {
    if (pass.phone !== normalPhoneLoosely(credentials.login)) throw new ChatRefusal('wrongCredentials');
    refuseState(pass.status);
    const member: Member = {
      id: pass.id,
      chatId: pass.chat_id ?? '',
      staff: pass.role !== 'resident',
      status: pass.status,
    };
    return { member, parent: pass.parent_id, token: await issueChatToken(db, pass.id, pass.parent_id, now()) };
  }
  return byOwnPassword(chat, session, credentials);
}

async function byOwnPassword(
  chat: Chat,
  session: Session,
  credentials: { login: string; password: string },
): Promise<Entered> {
  const { db, now, throttle } = chat;
  const phone = normalPhoneLoosely(credentials.login);
  const name = phone ?? credentials.login.slice(0, 20);
  const throttled = () =>
    noteSecurity(chat, session, { action: 'throttled', reason: 'too_many_sign_ins', where: LOGIN });
  await wait(await slowed(() => throttle.attempt(name, session.address), throttled));
  const account = phone ? await accountByPhone(db, phone) : null;
  // A person without a password and an unknown phone take as long and get the same answer.
  const right = await slowed(
    () =>
      account?.password_hash
        ? verifyPassword(credentials.password, account.password_hash)
        : verifyNobody(credentials.password),
    throttled,
  );
  const hash = account?.password_hash;
  const failed = (reason: string) => {
    const tried = !account && phone ? { phone } : {};
    const who = { user: account?.id ?? null, ...tried };
    noteSecurity(chat, session, { action: 'sign-in-failed', reason, where: LOGIN, ...who });
  };
  if (!right || !account || !hash || account.status === 'created') {
    failed(account ? 'wrong-password' : 'unknown-phone');
    throw new ChatRefusal('wrongCredentials');
  }
  await throttle.succeeded(name, session.address);
  if (account.status !== 'active') failed(account.status);
  refuseState(account.status);
  // Their way into the chat is a pass of their console.
  if (await mayNotEnterByPassword(db, account.id)) {
    failed('second-factor');
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
    if (!isUnchanged || (await mayNotEnterByPassword(trx, account.id))) throw new ChatRefusal('wrongCredentials');
    const auditEntry = { user: account.id, action: 'sign-in', resource: 'chat', record: account.id };
    await audit(trx, { ...auditEntry, request: session.id, address: session.address });
    return issueChatToken(trx, account.id, null, now());
  });
  return { member, parent: null, token };
}

/** @throws ChatRefusal unavailable where there were too many attempts: the client tries again later */
async function slowed<Result>(work: () => Promise<Result>, throttled: () => void): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throttled();
    throw new ChatRefusal('unavailable');
  }
}

function refuseState(status: Member['status']): void {
  if (status === 'suspended') throw new ChatRefusal('denied');
  if (status !== 'active') throw new ChatRefusal('wrongCredentials');
}

/** `acc`: accounts are made and changed in the console. */
export async function account(_chat: Chat, _session: Session, _packet: Packet<'acc'>): Promise<void> {
  throw new ChatRefusal('denied');
}
