import type { ServerCtrl, Tinode } from 'tinode-sdk';
import type { z } from 'zod';
import type { chatPassAnswer } from '#resources/protocol/chat.ts';
import { request, unwrap } from '../http.ts';
import { RequestError } from '../request-error.ts';
import { session } from '../session.ts';
import { type ChatSecret, takeChatSecret } from './secret.ts';

/** What became of a sign-in to the chat: `refused` credentials, or `none` that could be tried. */
export type Entry = 'in' | 'refused' | 'none' | 'unreachable';

const PASS = '/api/authorized/chat-pass/';

/** Codes that say: these credentials are worth nothing. Anything else is the service's own trouble (CHAT-10). */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && [400, 401, 403, 404].includes(Number(error.code));

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

  async enter(): Promise<Entry> {
    this.#secret = takeChatSecret() ?? this.#secret;
    const known = session.chatToken.get();
    try {
      if (this.#secret) return await this.#by(this.#tinode.loginBasic(this.#secret.login, this.#secret.password));
      if (known) {
        if (!(new Date(known.expires).getTime() > Date.now())) return 'refused';
        return await this.#by(this.#tinode.loginToken(known.token));
      }
      return await this.#byPass();
    } catch (error) {
      return isRefusal(error) ? 'refused' : 'unreachable';
    }
  }

  async #by(answer: Promise<ServerCtrl>): Promise<Entry> {
    const { code } = await answer;
    // 300: credentials that are still to be confirmed log nobody in (A3).
    if (code >= 300) return 'refused';
    this.#secret = null;
    const token = this.#tinode.getAuthToken();
    if (token) session.chatToken.set({ token: token.token, expires: token.expires.toISOString() });
    return 'in';
  }

  async #byPass(): Promise<Entry> {
    let pass: z.output<typeof chatPassAnswer>;
    try {
      pass = unwrap(await request(PASS, { method: 'POST', report: false })) as typeof pass;
    } catch (error) {
      // A server of the specification knows no passes; then only a sign-in opens the chat.
      if (!(error instanceof RequestError)) throw error;
      return error.status >= 400 && error.status < 500 ? 'none' : 'unreachable';
    }
    return this.#by(this.#tinode.loginBasic(pass.login, pass.password));
  }
}
