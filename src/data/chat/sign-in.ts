import type { ServerCtrl, Tinode } from 'tinode-sdk';
import { currentTime } from '#resources/clock.ts';
import { has } from '#resources/language/features.ts';
import { decodeChatPass } from '#resources/protocol/chat/chat-answers.ts';
import { CHAT_PASS_PATH } from '#resources/protocol/paths/chat.ts';
import { ask } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { featuresNow } from '../session/features.ts';
import { session } from '../session/session.ts';
import { type ChatSecret, takeChatSecret } from './secret.ts';

/** Outcome of a sign-in to the chat: `refused` credentials, or `none` that could be tried. */
export type ChatSignInResult = 'in' | 'refused' | 'none' | 'unreachable';

/** Codes that say: these credentials are worth nothing. Anything else is the service's own trouble (CHAT-10). */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && [400, 401, 403, 404].includes(Number(error.code));

/** Outcome of one kind of credentials. */
async function tried(way: () => Promise<ChatSignInResult>): Promise<ChatSignInResult> {
  try {
    return await way();
  } catch (error) {
    return isRefusal(error) ? 'refused' : 'unreachable';
  }
}

/**
 * Signs in to the chat (CHAT-07, CHAT-08, A15): with phone digits and password right after a sign-in to the console, later
 * with the saved token; a signed-in console that has none asks the server for a pass.
 */
export class ChatSignIn {
  readonly #tinode: Tinode;
  #secret: ChatSecret | null = null;

  constructor(tinode: Tinode) {
    this.#tinode = tinode;
  }

  async enter(): Promise<ChatSignInResult> {
    this.#secret = takeChatSecret() ?? this.#secret;
    const storedToken = session.chatToken.get();
    const { login, password } = this.#secret ?? {};
    if (login !== undefined && password !== undefined) {
      return this.#orByPass(() => this.#by(this.#tinode.loginBasic(login, password)));
    }
    if (!storedToken) return tried(() => this.#byPass());
    if (!(new Date(storedToken.expires).getTime() > currentTime())) return 'refused';
    return this.#orByPass(() => this.#by(this.#tinode.loginToken(storedToken.token)));
  }

  /**
   * Signs in by a pass where the service refuses the password and its sessions: after a second factor was set up (G-69).
   * The console's own session still stands then.
   */
  async #orByPass(way: () => Promise<ChatSignInResult>): Promise<ChatSignInResult> {
    const entry = await tried(way);
    if (entry !== 'refused' || !has(featuresNow(), 'chat')) return entry;
    this.#secret = null;
    session.chatToken.set(null);
    const other = await tried(() => this.#byPass());
    return other === 'none' ? 'refused' : other;
  }

  async #by(answer: Promise<ServerCtrl>): Promise<ChatSignInResult> {
    const { code } = await answer;
    // 300: credentials that are still to be confirmed sign no one in (A3).
    if (code >= 300) return 'refused';
    this.#secret = null;
    const token = this.#tinode.getAuthToken();
    if (token) session.chatToken.set({ token: token.token, expires: token.expires.toISOString() });
    return 'in';
  }

  async #byPass(): Promise<ChatSignInResult> {
    if (!has(featuresNow(), 'chat')) return 'none';
    let pass: ReturnType<typeof decodeChatPass>;
    try {
      pass = await ask(CHAT_PASS_PATH, decodeChatPass, { method: 'POST', report: false });
    } catch (error) {
      // A server of the specification knows no passes; then only a sign-in opens the chat.
      if (!(error instanceof RequestError)) throw error;
      return error.status >= 400 && error.status < 500 ? 'none' : 'unreachable';
    }
    return pass ? this.#by(this.#tinode.loginBasic(pass.login, pass.password)) : 'unreachable';
  }
}
