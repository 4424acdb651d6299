import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslate } from 'react-admin';
import { contentText } from '#console/data/chat/content.ts';
import type { Conversation } from '#console/data/chat/conversation.ts';
import { ask } from '#console/data/http/http.ts';
import { useOnline } from '#console/data/http/online.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { currentFeatures } from '#console/data/session/features.ts';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { useStoredSearchText } from '#console/shell/stored-search-text.ts';
import { shortMomentText } from '#console/ui/display/moment.tsx';
import { hasAddition } from '#resources/language/features.ts';
import { decodeFoundMessages } from '#resources/protocol/chat/chat-answers.ts';
import { CHAT_MESSAGES_PATH } from '#resources/protocol/paths/chat.ts';
import classes from './pane.module.css';
import { usePane } from './pane-context.ts';

const MIN_QUERY_LENGTH = 2;

interface MatchingMessage {
  seq: number;
  /** ms since 1970. */
  at: number;
  text: string;
}

/** A page of found messages, newest first. */
interface MatchesPage {
  messages: MatchingMessage[];
  more: boolean;
}

/** Whether the server has no message search (404, 405); any other error is a failure. */
const isUnsupported = (error: unknown): boolean => error instanceof RequestError && [404, 405].includes(error.status);

/** Searches the whole history on the server, or the loaded messages if the server has no search. */
async function searchMessages(
  conversation: Conversation,
  text: string,
  before: number | null,
  signal: AbortSignal,
): Promise<MatchesPage> {
  if (!hasAddition(currentFeatures(), 'chat')) return { messages: searchLoaded(conversation, text), more: false };
  const query = new URLSearchParams({
    chat_id: conversation.name,
    search: text,
    ...(before ? { before: String(before) } : {}),
  });
  try {
    const path = `${CHAT_MESSAGES_PATH}?${query}`;
    const { results, more: hasMore } = await ask(path, decodeFoundMessages, { signal, report: false });
    return {
      messages: results.map(({ seq, ts, text: messageText }) => ({ seq, at: Date.parse(ts), text: messageText })),
      more: hasMore,
    };
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    return { messages: searchLoaded(conversation, text), more: false };
  }
}

function searchLoaded(conversation: Conversation, text: string): MatchingMessage[] {
  const foldedText = text.toLocaleLowerCase('ru');
  return conversation.state.messages
    .map(({ seq, at, content }) => ({ seq, at, text: content ? contentText(content.pieces) : '' }))
    .filter((message) => message.text.toLocaleLowerCase('ru').includes(foldedText))
    .reverse();
}

/** Search in the messages of this chat; a click on a result scrolls to the message. */
export function FindInChat({ name, onClose }: { name: string; onClose: () => void }) {
  const translate = useTranslate();
  const { conversation, goTo } = usePane();
  const [text, setText] = useStoredSearchText('findInChat');
  const query = useDeferredValue(text.trim());
  const isLongEnough = query.length >= MIN_QUERY_LENGTH;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['chat-messages', name, query],
    queryFn: ({ pageParam, signal }) => searchMessages(conversation, query, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ messages: found, more }: MatchesPage) => (more ? found.at(-1)?.seq : undefined),
    enabled: isLongEnough,
  });
  const online = useOnline();
  // Offline the server search is paused, so the loaded messages are searched instead.
  const isLocal = isLongEnough && !online && !data;
  const results = isLocal ? searchLoaded(conversation, query) : data?.pages.flatMap((page) => page.messages);
  return (
    <search
      className={classes.find}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <SearchBox label={translate('chats.find')} value={text} onText={setText} takesFocus />
      {isLongEnough ? null : <p>{translate('chats.findMore')}</p>}
      {isLocal ? <p role="status">{translate('chats.foundOffline')}</p> : null}
      {isLongEnough && error && online ? <p role="alert">{translate('chats.notSearched')}</p> : null}
      {isLongEnough && results?.length === 0 ? <p role="status">{translate('chats.empty.found')}</p> : null}
      {isLongEnough && results?.length ? (
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
