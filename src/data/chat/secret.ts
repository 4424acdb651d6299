/**
 * How phone and password of a console sign-in reach the chat (CHAT-07): the sign-in form is a script of its own, so they wait
 * in this page's memory until the chat client has used them. Never stored. No imports: the sign-in script has it too.
 */

/** Credentials of the chat: phone digits and password. */
export interface ChatSecret {
  login: string;
  password: string;
}

declare global {
  var chatSecret: ChatSecret | undefined;
}

/** Keeps the sign-in for the chat client. */
export function keepChatSecret(secret: ChatSecret): void {
  globalThis.chatSecret = secret;
}

/** The sign-in of this page, if there was one; it is handed out once. */
export function takeChatSecret(): ChatSecret | null {
  const secret = globalThis.chatSecret ?? null;
  delete globalThis.chatSecret;
  return secret;
}
