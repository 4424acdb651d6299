import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslate } from 'react-admin';
import { contentText } from '#console/data/chat/content.ts';
import type { Conversation } from '#console/data/chat/conversation.ts';
import { ask } from '#console/data/http/http.ts';
import { useOnline } from '#console/data/http/online.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { featuresNow } from '#console/data/session/features.ts';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { useKeptWords } from '#console/shell/kept-words.ts';
import { shortMomentText } from '#console/ui/display/moment.tsx';
import { has } from '#resources/language/features.ts';
import { decodeFoundMessages } from '#resources/protocol/chat/chat-answers.ts';
import { CHAT_MESSAGES_PATH } from '#resources/protocol/paths/chat.ts';
import classes from './pane.module.css';
import { usePane } from './pane-context.ts';

const FEWEST = 2;

interface MatchingMessage {
  seq: number;
  /** ms since 1970. */
  at: number;
  text: string;
}

/** A page of found messages, newest first. */
interface FoundPage {
  messages: MatchingMessage[];
  more: boolean;
}

/** Whether the server has no search, as a Tinode server. Any other error is a failure. */
const isUnknown = (error: unknown): boolean => error instanceof RequestError && [404, 405].includes(error.status);

/** Searches the whole history on the server, or the loaded messages if the server has no search. */
async function findMessages(
  conversation: Conversation,
  text: string,
  before: number | null,
  signal: AbortSignal,
): Promise<FoundPage> {
  if (!has(featuresNow(), 'chat')) return { messages: findLoaded(conversation, text), more: false };
  const query = new URLSearchParams({
    chat_id: conversation.name,
    search: text,
    ...(before ? { before: String(before) } : {}),
  });
  try {
    const path = `${CHAT_MESSAGES_PATH}?${query}`;
    const { results, more } = await ask(path, decodeFoundMessages, { signal, report: false });
    return { messages: results.map(({ seq, ts, text: said }) => ({ seq, at: Date.parse(ts), text: said })), more };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return { messages: findLoaded(conversation, text), more: false };
  }
}

function findLoaded(conversation: Conversation, text: string): MatchingMessage[] {
  const foldedText = text.toLocaleLowerCase('ru');
  return conversation.state.messages
    .map(({ seq, at, content }) => ({ seq, at, text: content ? contentText(content.pieces) : '' }))
    .filter((message) => message.text.toLocaleLowerCase('ru').includes(foldedText))
    .reverse();
}

/** Search in the messages of this chat; a found message leads to its place. */
export function FindInChat({ name, onClose }: { name: string; onClose: () => void }) {
  const translate = useTranslate();
  const { conversation, goTo } = usePane();
  const [text, setText] = useKeptWords('findInChat');
  const query = useDeferredValue(text.trim());
  const enough = query.length >= FEWEST;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['chat-messages', name, query],
    queryFn: ({ pageParam, signal }) => findMessages(conversation, query, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ messages: found, more }: FoundPage) => (more ? found.at(-1)?.seq : undefined),
    enabled: enough,
  });
  const online = useOnline();
  // Without a network the server's search waits, so the loaded messages are searched instead.
  const isLocal = enough && !online && !data;
  const results = isLocal ? findLoaded(conversation, query) : data?.pages.flatMap((page) => page.messages);
  return (
    <search
      className={classes.find}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <SearchBox label={translate('chats.find')} value={text} onText={setText} takesFocus />
      {enough ? null : <p>{translate('chats.findMore')}</p>}
      {isLocal ? <p role="status">{translate('chats.foundOffline')}</p> : null}
      {enough && error && online ? <p role="alert">{translate('chats.notSearched')}</p> : null}
      {enough && results?.length === 0 ? <p role="status">{translate('chats.empty.found')}</p> : null}
      {enough && results?.length ? (
        <ul aria-label={translate('chats.found')}>
          {results.map((message) => (
            <li key={message.seq}>
              <button
                type="button"
                onClick={() => {
                  goTo(message.seq);
                  onClose();
                }}
              >
                <span>{message.text}</span>
                <time>{shortMomentText(new Date(message.at).toISOString())}</time>
              </button>
            </li>
          ))}
          {hasNextPage ? (
            <li>
              <button type="button" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {translate('chats.foundMore')}
              </button>
            </li>
          ) : null}
        </ul>
      ) : null}
    </search>
  );
}
