import { createStore } from '../listeners.ts';
import { useStore } from '../use-store.ts';

/** Connection state of the chat: `off` until it is needed, `signedOut` when only a new sign-in to the console can open it. */
export type ChatLink = 'off' | 'connecting' | 'open' | 'waiting' | 'signedOut';

/** State of the chat that is shown outside of its page. */
export interface ChatTally {
  /** Number of unread messages of all chats. */
  unread: number;
  /** Number of unread complaints about the checked buildings. */
  complaints: number;
  link: ChatLink;
}

const tally = createStore<ChatTally>({ unread: 0, complaints: 0, link: 'off' });

/** Subscribes to changes; returns the unsubscribe function. */
export const onChatTally = tally.subscribe;

/** The current state; the same object until it changes. */
export const chatTally = tally.get;

/** Updates some values; called by the chat client and by the complaints. */
export function setChatTally(change: Partial<ChatTally>): void {
  const previous = tally.get();
  const next = { ...previous, ...change };
  if (next.unread === previous.unread && next.complaints === previous.complaints && next.link === previous.link) return;
  tally.set(next);
}

/** The current state; re-renders when it changes. */
export function useChatTally(): ChatTally {
  return useStore(tally);
}

/** Removes the number of unread messages from a document title. */
export const withoutUnreadCount = (title: string): string => title.replace(/^\(\d+\) /, '');

/** «(3) Общение – Управдом»; the plain title when nothing is unread. */
export const withUnreadCount = (title: string, unread: number): string =>
  unread > 0 ? `(${unread}) ${withoutUnreadCount(title)}` : withoutUnreadCount(title);
