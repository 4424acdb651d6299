import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { Conversation } from '#console/data/chat/conversation.ts';
import type { ConversationState } from '#console/data/chat/conversation-state.ts';
import { openChat } from '#console/data/chat/open.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { isOnline, noAnswer, onNetwork } from '#console/data/http/online.ts';

/** The chat of this page; null until its code is loaded, which waits for the network. */
export function useChatClient(isEnabled: boolean): ChatClient | null {
  const [client, setClient] = useState<ChatClient | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (!isEnabled) return;
    let isUnmounted = false;
    let stop = (): void => undefined;
    const open = (): void => {
      stop();
      openChat().then(
        (opened) => isUnmounted || setClient(opened),
        (error: unknown) => {
          if (isUnmounted) return;
          noAnswer();
          if (isOnline()) setFailure(error);
          else stop = onNetwork(open);
        },
      );
    };
    open();
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [isEnabled]);
  if (failure) throw failure;
  return client;
}

const NOBODY: readonly ChatPerson[] = [];
const NONE: ReadonlySet<string> = new Set();

/** All contacts of the chat, and those typing now, followed. */
export function usePeople(client: ChatClient | null): {
  people: readonly ChatPerson[];
  typists: ReadonlySet<string>;
  ready: boolean;
} {
  const follow = useCallback(
    (listener: () => void) => client?.contacts.follow(listener) ?? (() => undefined),
    [client],
  );
  const people = useSyncExternalStore(follow, () => client?.contacts.people ?? NOBODY);
  const typists = useSyncExternalStore(follow, () => client?.contacts.typists ?? NONE);
  return { people, typists, ready: client?.contacts.ready === true };
}

/** An open chat that re-renders the caller on changes; attached while the caller is mounted. */
export function useConversation(
  client: ChatClient,
  name: string,
): { conversation: Conversation; state: ConversationState } {
  const conversation = client.conversation(name);
  const state = useSyncExternalStore(
    useCallback((listener: () => void) => conversation.follow(listener), [conversation]),
    () => conversation.state,
  );
  useEffect(() => {
    conversation.open();
    return () => conversation.close();
  }, [conversation]);
  return { conversation, state };
}

/** Whether the window is looked at. */
export function useVisible(): boolean {
  return useSyncExternalStore(
    useCallback((listener: () => void) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    }, []),
    () => document.visibilityState !== 'hidden',
  );
}
