/**
 * Messages that are not sent yet, with their files, in the browser's own database beside the files of drafts: a tab that closes takes
 * none with it. They belong to their author, and signing out removes them.
 */

import { currentTime } from '#resources/clock.ts';
import { keepDraftFile, removeDraftFile, takeDraftFiles } from '../drafts/draft-files.ts';
import { isForgotten, ownDrafts } from '../drafts/own-drafts.ts';
import { holdTab, isOtherOpenTab, TAB } from '../drafts/tabs.ts';
import { session } from '../session/session.ts';
import { viewedAs } from '../session/view-as.ts';

/** The data needed to send a message as it was written. */
export interface KeptMessage {
  topic: string;
  /** The sender's own name of it: sent twice, it is one message. */
  id: string;
  /** The author, as the chat names them. */
  self: string;
  /** When, ms since 1970; messages of one moment are told apart by their order. */
  at: number;
  order: number;
  head: Readonly<Record<string, unknown>>;
  content: unknown;
  /** Is uploaded first; its message has `text` below it. */
  file?: File;
  text: string;
  /** The server refused it: it waits for its author to send it again. */
  isRefused?: true;
}

/** The tab that has it in its chat. */
type StoredMessage = KeptMessage & { tab: string };

/** A message older than this is dropped: it would surprise its sender, ms. */
const OLDEST = 7 * 86_400_000;

const userPrefix = (user: string): string => `${ownDrafts(user)}chat-message:`;
const messageKey = (user: string, { topic, id }: Pick<KeptMessage, 'topic' | 'id'>): string =>
  `${userPrefix(user)}${topic}:${id}`;

const owner = (): string | null => (viewedAs() ? null : session.userId.get());

/** Keeps a message until it is forgotten. @returns whether it was stored */
export async function keepMessage(message: KeptMessage): Promise<boolean> {
  const user = owner();
  if (user === null || isForgotten(messageKey(user, message))) return false;
  holdTab();
  return keepDraftFile(messageKey(user, message), { ...message, tab: TAB } satisfies StoredMessage);
}

/** The message was sent, or taken back. */
export async function forgetMessage(message: Pick<KeptMessage, 'topic' | 'id'>): Promise<void> {
  const user = owner();
  if (user !== null) await removeDraftFile(messageKey(user, message));
}

/** The person's messages that no open tab has in its chat, in the order in which they were written: this tab has them now. */
export async function takeMessages(): Promise<KeptMessage[]> {
  const user = owner();
  if (user === null) return [];
  const now = currentTime();
  holdTab();
  const messages = await takeDraftFiles<StoredMessage>(userPrefix(user), (stored) => {
    if (now - stored.at >= OLDEST) return null;
    return isOtherOpenTab(stored.tab) || stored.tab === TAB ? stored : { ...stored, tab: TAB };
  });
  return messages.sort((one, other) => one.at - other.at || one.order - other.order);
}
