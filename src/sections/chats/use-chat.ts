import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { Conversation } from '#console/data/chat/conversation.ts';
import type { ConversationState } from '#console/data/chat/conversation-state.ts';
import { openChat } from '#console/data/chat/open.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { handleNoAnswer, isOnline, onNetworkReturn } from '#console/data/http/online.ts';

/**
 * Client of the chat; null until its code is loaded. A load that fails without a network is repeated when it is back.
 * @throws if loading fails although the network is up
 */
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
          handleNoAnswer();
          if (isOnline()) setFailure(error);
          else stop = onNetworkReturn(open);
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

const NO_PEOPLE: readonly ChatPerson[] = [];
const NO_NAMES: ReadonlySet<string> = new Set();

/** All contacts and who is typing now; re-renders the caller on changes. */
export function usePeople(client: ChatClient | null): {
  people: readonly ChatPerson[];
  typists: ReadonlySet<string>;
  ready: boolean;
} {
  const subscribe = useCallback(
    (listener: () => void) => client?.contacts.subscribe(listener) ?? (() => undefined),
    [client],
  );
  const people = useSyncExternalStore(subscribe, () => client?.contacts.people ?? NO_PEOPLE);
  const typists = useSyncExternalStore(subscribe, () => client?.contacts.typists ?? NO_NAMES);
  return { people, typists, ready: client?.contacts.ready === true };
}

/** An open chat that re-renders the caller on changes; attached while the caller is mounted. */
export function useConversation(
  client: ChatClient,
  name: string,
): { conversation: Conversation; state: ConversationState } {
  const conversation = client.conversation(name);
  const state = useSyncExternalStore(
    useCallback((listener: () => void) => conversation.subscribe(listener), [conversation]),
    () => conversation.state,
  );
  useEffect(() => {
    conversation.open();
    return () => conversation.close();
  }, [conversation]);
  return { conversation, state };
}

/** Whether the browser tab is visible. */
export function useIsTabVisible(): boolean {
  return useSyncExternalStore(
    useCallback((listener: () => void) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    }, []),
    () => document.visibilityState !== 'hidden',
  );
}
