import { createContext, useContext } from 'react';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { Conversation } from '#console/data/chat/conversation.ts';
import type { ShownMessage } from '#console/data/chat/message.ts';

/** Context of every part of the open chat. */
export interface PaneTools {
  client: ChatClient;
  conversation: Conversation;
  /** Where the other one lives, for a request made of their message. */
  place: { building?: number; porch?: number };
  group: boolean;
  authorName: (message: ShownMessage) => string;
  /** The request that was made of a message. */
  findRequest: (message: ShownMessage) => number | null;
  reply: (message: ShownMessage) => void;
  edit: (message: ShownMessage) => void;
  /** Scrolls to a message, fetching history up to it. */
  goTo: (seq: number) => void;
}

export const PaneContext = createContext<PaneTools | null>(null);

/** @throws outside of an open chat */
export function usePane(): PaneTools {
  const tools = useContext(PaneContext);
  if (!tools) throw new Error('This piece belongs into an open chat');
  return tools;
}
