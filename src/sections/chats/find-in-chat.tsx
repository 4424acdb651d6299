import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslate } from 'react-admin';
import { plainText } from '#console/data/chat/content.ts';
import type { Conversation } from '#console/data/chat/conversation.ts';
import { request, unwrap } from '#console/data/http.ts';
import { RequestError } from '#console/data/request-error.ts';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { momentText } from '#console/ui/moment.tsx';
import type { FoundMessagesAnswer } from '#resources/protocol/chat.ts';
import classes from './pane.module.css';
import { usePane } from './pane-context.ts';

const FEWEST = 2;

interface Found {
  seq: number;
  /** ms since 1970. */
  at: number;
  text: string;
}

/** Some of what was found, newest first. */
interface FoundPage {
  found: Found[];
  more: boolean;
}

/** A server without the search: a Tinode server knows none. Any other failure is one. */
const isUnknown = (error: unknown): boolean => error instanceof RequestError && [404, 405].includes(error.status);

/** Asks the server, which knows all of the history; where it does not search, what is loaded is looked through. */
async function findMessages(
  line: Conversation,
  text: string,
  before: number | null,
  signal: AbortSignal,
): Promise<FoundPage> {
  const query = new URLSearchParams({
    chat_id: line.name,
    search: text,
    ...(before ? { before: String(before) } : {}),
  });
  try {
    const path = `/api/crm/chat-messages/?${query}`;
    const { results, more } = unwrap(await request(path, { signal, report: false })) as FoundMessagesAnswer;
    return { found: results.map(({ seq, ts, text: said }) => ({ seq, at: Date.parse(ts), text: said })), more };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return { found: findLoaded(line, text), more: false };
  }
}

function findLoaded(line: Conversation, text: string): Found[] {
  const wanted = text.toLocaleLowerCase('ru');
  return line.state.messages
    .map(({ seq, at, content }) => ({ seq, at, text: content ? plainText(content.pieces) : '' }))
    .filter((message) => message.text.toLocaleLowerCase('ru').includes(wanted))
    .reverse();
}

/** Search in the text of the messages of this chat; what is found leads to its place. */
export function FindInChat({ name, onClose }: { name: string; onClose: () => void }) {
  const translate = useTranslate();
  const { line, goTo } = usePane();
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const enough = asked.length >= FEWEST;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['chat-messages', name, asked],
    queryFn: ({ pageParam, signal }) => findMessages(line, asked, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ found, more }: FoundPage) => (more ? found.at(-1)?.seq : undefined),
    enabled: enough,
  });
  const found = data?.pages.flatMap((page) => page.found);
  return (
    <search className={classes.find}>
      <SearchBox label={translate('chats.find')} value={text} onText={setText} />
      {enough ? null : <p>{translate('chats.findMore')}</p>}
      {enough && error ? <p role="alert">{translate('chats.notSearched')}</p> : null}
      {enough && found?.length === 0 ? <p role="status">{translate('chats.empty.found')}</p> : null}
      {enough && found?.length ? (
        <ul aria-label={translate('chats.found')}>
          {found.map((message) => (
            <li key={message.seq}>
              <button
                type="button"
                onClick={() => {
                  goTo(message.seq);
                  onClose();
                }}
              >
                <span>{message.text}</span>
                <time>{momentText(new Date(message.at).toISOString())}</time>
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
