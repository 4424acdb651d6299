import type { ServerCtrl, Tinode } from 'tinode-sdk';
import { currentTime } from '#resources/clock.ts';
import { hasAddition } from '#resources/language/features.ts';
import { decodeChatPass } from '#resources/protocol/chat/chat-answers.ts';
import { CHAT_PASS_PATH } from '#resources/protocol/paths/chat.ts';
import { ask } from '../http/http.ts';
import { RequestError } from '../http/request-error.ts';
import { currentFeatures } from '../session/features.ts';
import { session } from '../session/session.ts';
import { type ChatSecret, takeChatSecret } from './secret.ts';

/** Result of a sign-in to the chat; `none`: there were no credentials to try. */
export type ChatSignInResult = 'in' | 'refused' | 'none' | 'unreachable';

/** Whether the credentials were rejected; any other error is a fault of the service (CHAT-10). */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && [400, 401, 403, 404].includes(Number(error.code));

/** Tries one kind of credentials and maps errors to a result. */
async function tryCredentials(signIn: () => Promise<ChatSignInResult>): Promise<ChatSignInResult> {
  try {
    return await signIn();
  } catch (error) {
    return isRefusal(error) ? 'refused' : 'unreachable';
  }
}

/**
 * Signs in to the chat (CHAT-07, CHAT-08, A15): with phone and password right after a console sign-in, later with the saved
 * token; without a token it requests a chat pass from the server.
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
      return this.#withPassFallback(() => this.#finishLogin(this.#tinode.loginBasic(login, password)));
    }
    if (!storedToken) return tryCredentials(() => this.#signInByPass());
    if (!(new Date(storedToken.expires).getTime() > currentTime())) return 'refused';
    return this.#withPassFallback(() => this.#finishLogin(this.#tinode.loginToken(storedToken.token)));
  }

  /**
   * Falls back to a chat pass when the service rejects password and token, which happens after a second factor was set up (G-69).
   * The console session remains valid then.
   */
  async #withPassFallback(signIn: () => Promise<ChatSignInResult>): Promise<ChatSignInResult> {
    const result = await tryCredentials(signIn);
    if (result !== 'refused' || !hasAddition(currentFeatures(), 'chat')) return result;
    this.#secret = null;
    session.chatToken.set(null);
    const passResult = await tryCredentials(() => this.#signInByPass());
    return passResult === 'none' ? 'refused' : passResult;
  }

  async #finishLogin(answer: Promise<ServerCtrl>): Promise<ChatSignInResult> {
    const { code } = await answer;
    // 300: credentials that still need confirmation do not sign in (A3).
    if (code >= 300) return 'refused';
    this.#secret = null;
    const token = this.#tinode.getAuthToken();
    if (token) session.chatToken.set({ token: token.token, expires: token.expires.toISOString() });
    return 'in';
  }

  async #signInByPass(): Promise<ChatSignInResult> {
    if (!hasAddition(currentFeatures(), 'chat')) return 'none';
    let pass: ReturnType<typeof decodeChatPass>;
    try {
      pass = await ask(CHAT_PASS_PATH, decodeChatPass, { method: 'POST', report: false });
    } catch (error) {
      // A server without passes (as in the specification) answers 4xx; then only a console sign-in opens the chat.
      if (!(error instanceof RequestError)) throw error;
      return error.status >= 400 && error.status < 500 ? 'none' : 'unreachable';
    }
    return pass ? this.#finishLogin(this.#tinode.loginBasic(pass.login, pass.password)) : 'unreachable';
  }
}
