import { createStore } from '../listeners.ts';
import { useStore } from '../use-store.ts';

/** How the chat is reached: `off` before it is needed, `signedOut` where only a new sign-in to the console would open it. */
export type ChatLink = 'off' | 'connecting' | 'open' | 'waiting' | 'signedOut';

/** State of the chat that the console shows outside of its page. */
export interface ChatTally {
  /** Unread messages of all chats together. */
  unread: number;
  /** Complaints that were not read, of the checked buildings. */
  complaints: number;
  link: ChatLink;
}

const tally = createStore<ChatTally>({ unread: 0, complaints: 0, link: 'off' });

/** Calls back after every change. Answers how to stop. */
export const onChatTally = tally.follow;

/** The tally; the same object until it changes. */
export const chatTally = tally.get;

/** Changes a part of it; called by the chat client and by the complaints. */
export function setChatTally(change: Partial<ChatTally>): void {
  const before = tally.get();
  const next = { ...before, ...change };
  if (next.unread === before.unread && next.complaints === before.complaints && next.link === before.link) return;
  tally.set(next);
}

/** The tally, followed. */
export function useChatTally(): ChatTally {
  return useStore(tally);
}

/** A window title without the number of unread messages before it. */
export const withoutNumber = (title: string): string => title.replace(/^\(\d+\) /, '');

/** «(3) Общение – Управдом»; the title alone for none. */
export const withNumber = (title: string, unread: number): string =>
  unread > 0 ? `(${unread}) ${withoutNumber(title)}` : withoutNumber(title);
