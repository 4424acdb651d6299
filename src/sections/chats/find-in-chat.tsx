import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslate } from 'react-admin';
import { plainText } from '#console/data/chat/content.ts';
import type { ChatLine } from '#console/data/chat/line.ts';
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

/** Asks the server, which knows all of the history; a Tinode server does not search, then what is loaded is looked through. */
async function findMessages(line: ChatLine, text: string, signal: AbortSignal): Promise<Found[]> {
  try {
    const query = new URLSearchParams({ chat_id: line.name, search: text });
    const path = `/api/crm/chat-messages/?${query}`;
    const { results } = unwrap(await request(path, { signal, report: false })) as FoundMessagesAnswer;
    return results.map(({ seq, ts, text: found }) => ({ seq, at: new Date(ts).getTime(), text: found }));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const wanted = text.toLocaleLowerCase('ru');
    return line.state.messages
      .map(({ seq, at, content }) => ({ seq, at, text: content ? plainText(content.pieces) : '' }))
      .filter((message) => message.text.toLocaleLowerCase('ru').includes(wanted))
      .reverse();
  }
}

/** Search in the text of the messages of this chat; what is found leads to its place. */
export function FindInChat({ name, onClose }: { name: string; onClose: () => void }) {
  const translate = useTranslate();
  const { line, goTo } = usePane();
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const { data: found } = useQuery({
    queryKey: ['chat-messages', name, asked],
    queryFn: ({ signal }) => findMessages(line, asked, signal),
    enabled: asked.length >= FEWEST,
  });
  return (
    <search className={classes.find}>
      <SearchBox label={translate('chats.find')} value={text} onText={setText} />
      {asked.length < FEWEST ? <p>{translate('chats.findMore')}</p> : null}
      {asked.length >= FEWEST && found?.length === 0 ? <p role="status">{translate('chats.empty.found')}</p> : null}
      {asked.length >= FEWEST && found?.length ? (
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
        </ul>
      ) : null}
    </search>
  );
}
