import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { useAddition } from '#console/data/session/features.ts';
import type { LastMessage } from '#resources/protocol/chat/chat.ts';
import { decodeLastMessages } from '#resources/protocol/chat/chat-answers.ts';
import { LAST_MESSAGES_PATH } from '#resources/protocol/paths/chat.ts';

const KEY = ['chat-last'] as const;

/** Loaded last messages by chat, and when they were loaded by the server's clock. */
interface LastMessages {
  until: number;
  byChat: ReadonlyMap<string, LastMessage>;
}

const NOTHING: LastMessages['byChat'] = new Map();

/**
 * The last message of each chat; empty if the server does not tell. Asked for anew with every message, for the chats that
 * have one since, and from the beginning once a message was deleted.
 */
export function useLastMessages(client: ChatClient | null, people: readonly ChatPerson[]): LastMessages['byChat'] {
  const queryClient = useQueryClient();
  const isTold = useAddition('chat');
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
    enabled: isTold && lastTouched > 0,
    retry: false,
  });
  useEffect(() => {
    if (lastTouched > 0) void queryClient.invalidateQueries({ queryKey: KEY });
  }, [queryClient, lastTouched]);
  useEffect(
    () => client?.contacts.onDeletion(() => void queryClient.resetQueries({ queryKey: KEY })),
    [client, queryClient],
  );
  return data?.byChat ?? NOTHING;
}

type Translate = (key: string, params?: Record<string, unknown>) => string;

/** Texts that stand for a message without words, by its content. */
const SHOWN = { text: null, picture: 'chats.picture', file: 'chats.file' } as const;

/** «Вы: Мастер будет к шести», «Ольга: Фотография», in a chat of two without a name. */
export function lastText({ mine, from, text, kind }: LastMessage, isGroup: boolean, translate: Translate): string {
  const shown = SHOWN[kind];
  const said = shown ? translate(shown) : text;
  const who = mine ? translate('chats.you') : isGroup ? from : '';
  return who && said ? translate('chats.saidBy', { name: who, text: said }) : said;
}
