/**
 * Passes phone and password of a console sign-in to the chat (CHAT-07): the sign-in form is a separate script, so they are kept
 * in the memory of the page until the chat client has used them. Never stored. No imports, because the sign-in script includes
 * this file.
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

/** Returns the credentials of a sign-in on this page once; null without one. */
export function takeChatSecret(): ChatSecret | null {
  const secret = globalThis.chatSecret ?? null;
  delete globalThis.chatSecret;
  return secret;
}
