import { createContext, useContext } from 'react';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { Conversation } from '#console/data/chat/conversation.ts';
import type { ShownMessage } from '#console/data/chat/message.ts';

/** Context shared by all components of the open chat. */
export interface PaneContextValue {
  client: ChatClient;
  conversation: Conversation;
  /** Ids of the contact's home, for a request created from a message. */
  homeIds: { building?: number; porch?: number };
  group: boolean;
  authorName: (message: ShownMessage) => string;
  /** Id of the request created from a message. */
  findRequestId: (message: ShownMessage) => number | null;
  reply: (message: ShownMessage) => void;
  edit: (message: ShownMessage) => void;
  /** Scrolls to a message, fetching history up to it. */
  goTo: (seq: number) => void;
}

export const PaneContext = createContext<PaneContextValue | null>(null);

/** Context of the open chat. @throws outside of it */
export function usePane(): PaneContextValue {
  const tools = useContext(PaneContext);
  if (!tools) throw new Error('This piece belongs into an open chat');
  return tools;
}
