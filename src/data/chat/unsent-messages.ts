/**
 * Unsent messages with their files, stored in IndexedDB next to the files of drafts, so that closing the tab loses none. They
 * belong to their author; signing out removes them.
 */

import { currentTime } from '#resources/clock.ts';
import { keepDraftFile, removeDraftFile, takeDraftFiles } from '../drafts/draft-files.ts';
import { isForgotten, userDraftPrefix } from '../drafts/own-drafts.ts';
import { isOtherOpenTab, startHeartbeat, TAB } from '../drafts/tabs.ts';
import { session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';

/** The data needed to send a message as it was written. */
export interface UnsentMessage {
  topic: string;
  /** Id chosen by the sender, by which a message that is sent twice counts once. */
  id: string;
  /** Chat id of the author. */
  self: string;
  /** Time of writing, ms since 1970; `order` sorts messages of the same millisecond. */
  at: number;
  order: number;
  head: Readonly<Record<string, unknown>>;
  content: unknown;
  /** File to upload before sending; `text` is its caption. */
  file?: File;
  text: string;
  /** The server has refused it: only its author can send it again. */
  isRefused?: true;
}

/** A stored message with the tab that will send it. */
type StoredMessage = UnsentMessage & { tab: string };

/** Age at which an unsent message is dropped, because sending it would surprise its author, ms. */
const MAX_AGE_MS = 7 * 86_400_000;

const userPrefix = (user: string): string => `${userDraftPrefix(user)}chat-message:`;
const messageKey = (user: string, { topic, id }: Pick<UnsentMessage, 'topic' | 'id'>): string =>
  `${userPrefix(user)}${topic}:${id}`;

const currentUser = (): string | null => (viewedAs() ? null : session.userId.get());

/**
 * Stores a message until it is removed.
 * @returns whether it was stored
 */
export async function keepMessage(message: UnsentMessage): Promise<boolean> {
  const user = currentUser();
  if (user === null || isForgotten(messageKey(user, message))) return false;
  startHeartbeat();
  return keepDraftFile(messageKey(user, message), { ...message, tab: TAB } satisfies StoredMessage);
}

/** Removes a message that was sent or cancelled. */
export async function forgetMessage(message: Pick<UnsentMessage, 'topic' | 'id'>): Promise<void> {
  const user = currentUser();
  if (user !== null) await removeDraftFile(messageKey(user, message));
}

/** Claims the messages of the person that belong to no open tab for this tab, in the order in which they were written. */
export async function takeMessages(): Promise<UnsentMessage[]> {
  const user = currentUser();
  if (user === null) return [];
  const now = currentTime();
  startHeartbeat();
  const messages = await takeDraftFiles<StoredMessage>(userPrefix(user), (stored) => {
    if (now - stored.at >= MAX_AGE_MS) return null;
    return isOtherOpenTab(stored.tab) || stored.tab === TAB ? stored : { ...stored, tab: TAB };
  });
  return messages.sort((one, other) => one.at - other.at || one.order - other.order);
}
