import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

/** How the chat is reached: `off` before it is needed, `signedOut` where only a new sign-in to the console would open it. */
export type ChatLink = 'off' | 'connecting' | 'open' | 'waiting' | 'signedOut';

/** What the console shows of the chat outside of its page. */
export interface ChatTally {
  /** Unread messages of all chats together. */
  unread: number;
  /** Complaints that were not read, of the checked buildings. */
  complaints: number;
  link: ChatLink;
}

let tally: ChatTally = { unread: 0, complaints: 0, link: 'off' };
const listeners = createListeners();

/** Calls back after every change. Answers how to stop. */
export function onChatTally(listener: () => void): () => void {
  return listeners.follow(listener);
}

/** The tally; the same object until it changes. */
export const chatTally = (): ChatTally => tally;

/** Changes what is known; told by the chat client and by the complaints. */
export function setChatTally(change: Partial<ChatTally>): void {
  const next = { ...tally, ...change };
  if (next.unread === tally.unread && next.complaints === tally.complaints && next.link === tally.link) return;
  tally = next;
  listeners.tell();
}

/** The tally, followed. */
export function useChatTally(): ChatTally {
  return useSyncExternalStore(onChatTally, chatTally);
}
