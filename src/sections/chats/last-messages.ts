import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import type { LastMessage } from '#resources/protocol/chat/chat.ts';
import { decodeLastMessages } from '#resources/protocol/chat/chat-answers.ts';
import { LAST_MESSAGES_PATH } from '#resources/protocol/paths/chat.ts';

const KEY = ['chat-last'] as const;

/** Loaded last messages by chat, and when they were loaded by the server's clock. */
interface LastMessages {
  until: number;
  byChat: ReadonlyMap<string, LastMessage>;
}

const NO_MESSAGES: LastMessages['byChat'] = new Map();

/**
 * The last message of each chat; empty without this server addition. Every new message refetches only the chats changed
 * since the last fetch; a deletion refetches all of them.
 */
export function useLastMessages(client: ChatClient | null, people: readonly ChatPerson[]): LastMessages['byChat'] {
  const queryClient = useQueryClient();
  const hasAddition = useServerFeature('chat');
  const lastTouched = useMemo(() => people.reduce((latest, person) => Math.max(latest, person.touched), 0), [people]);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<LastMessages> => {
      const cached = queryClient.getQueryData<LastMessages>(KEY);
      const path = withQuery(LAST_MESSAGES_PATH, { since: cached?.until || null });
      const { until, results } = await ask(path, decodeLastMessages, { signal, report: false });
      return {
        until,
        byChat: new Map([...(cached?.byChat ?? []), ...results.map((last) => [last.chat, last] as const)]),
      };
    },
    enabled: hasAddition && lastTouched > 0,
    retry: false,
  });
  useEffect(() => {
    if (lastTouched > 0) void queryClient.invalidateQueries({ queryKey: KEY });
  }, [queryClient, lastTouched]);
  useEffect(
    () => client?.contacts.onDeletion(() => void queryClient.resetQueries({ queryKey: KEY })),
    [client, queryClient],
  );
  return data?.byChat ?? NO_MESSAGES;
}

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** The i18n keys shown for messages without text, by their kind. */
const PLACEHOLDER_KEYS = { text: null, picture: 'chats.picture', file: 'chats.file' } as const;

/** «Вы: Мастер будет к шести», «Ольга: Фотография»; in a chat of two the contact's messages have no name. */
export function lastText({ mine, from, text, kind }: LastMessage, isGroup: boolean, translate: Translate): string {
  const placeholderKey = PLACEHOLDER_KEYS[kind];
  const body = placeholderKey ? translate(placeholderKey) : text;
  const author = mine ? translate('chats.you') : isGroup ? from : '';
  return author && body ? translate('chats.saidBy', { name: author, text: body }) : body;
}
