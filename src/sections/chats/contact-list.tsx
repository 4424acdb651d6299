import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Building } from '#console/data/buildings/building-list.ts';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { useOnline } from '#console/data/http/online.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { useStoredSearchText } from '#console/shell/stored-search-text.ts';
import { useRestoredScroll } from '#console/ui/navigation/restored-scroll.ts';
import { EmptyState } from '#console/ui/states/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/states/skeleton.tsx';
import { VirtualList } from '#console/ui/virtual/virtual-list.tsx';
import classes from './contact-list.module.css';
import { ContactRow } from './contact-row.tsx';
import {
  type ChatTab,
  type ContactScope,
  contactKind,
  contactSubtitle,
  contactTitle,
  isInContactScope,
} from './contact-scope.ts';
import { findContacts } from './find-contacts.ts';
import { ListMenu } from './groups/list-menu.tsx';
import { lastText, useLastMessages } from './last-messages.ts';
import type { WaitingChats } from './waiting-chats.ts';

/** Estimated height of a row before it is measured, px. */
const ROW_HEIGHT = 64;

/** Minimum query length for the search on the server. */
const MIN_QUERY_LENGTH = 2;

/** Chats and possible contacts, filtered by tab, checked buildings and search (CHAT-01, CHAT-03…05). */
export function ContactList({
  client,
  people,
  typists,
  ready,
  tab,
  scope,
  byId,
  chosenName,
  onChosen,
  waiting = null,
  onShowAll,
}: {
  client: ChatClient | null;
  people: readonly ChatPerson[];
  typists: ReadonlySet<string>;
  /** Whether the contacts are loaded. */
  ready: boolean;
  tab: ChatTab;
  scope: ContactScope;
  byId: ReadonlyMap<number, Building>;
  chosenName: string | null;
  onChosen: (name: string) => void;
  /** Restricts the list to these chats; null for no restriction. */
  waiting?: WaitingChats | null;
  onShowAll?: () => void;
}) {
  const translate = useTranslate();
  const online = useOnline();
  const scrollRef = useRestoredScroll('contacts');
  const lastMessages = useLastMessages(client, people);
  const [text, setText] = useStoredSearchText();
  const query = useDeferredValue(text.trim().toLocaleLowerCase('ru'));
  const ids = scope.buildings.map(({ id }) => id);
  const { data: serverContacts } = useQuery({
    queryKey: ['chat-contacts', query, ids],
    queryFn: ({ signal }) => findContacts(query, ids, signal),
    enabled: query.length >= MIN_QUERY_LENGTH,
    staleTime: 30_000,
  });
  const shownPeople = useMemo(() => {
    const loadedNames = new Set(people.map(({ name }) => name));
    const all =
      query.length < MIN_QUERY_LENGTH
        ? people
        : [...people, ...(serverContacts ?? []).filter(({ name }) => !loadedNames.has(name))];
    const foundNames = new Set(serverContacts?.map(({ name }) => name));
    return all.filter((person) => {
      if (waiting && !waiting.names?.has(person.name)) return false;
      if (tab !== 'all' && contactKind(person) !== tab) return false;
      if (!isInContactScope(person, scope)) return false;
      if (!query || foundNames.has(person.name)) return true;
      return `${contactTitle(person, translate)} ${contactSubtitle(person, byId, translate)}`
        .toLocaleLowerCase('ru')
        .includes(query);
    });
  }, [people, serverContacts, query, tab, scope, byId, translate, waiting]);
  // The menu badge counts all chats, so unread chats of unchecked buildings are mentioned above the list.
  const hiddenUnread = useMemo(() => {
    const all = { ...scope, buildings: [...byId.values()] };
    const hidden = people.filter(
      (person) => scope.buildings.length > 0 && !isInContactScope(person, scope) && isInContactScope(person, all),
    );
    return hidden.reduce((sum, { unread }) => sum + unread, 0);
  }, [people, scope, byId]);
  const lastMessage = ({ name, group }: ChatPerson) => {
    const last = lastMessages.get(name);
    return last ? lastText(last, group, translate) : '';
  };
  const emptyKey = query ? 'found' : waiting ? 'waiting' : 'all';
  return (
    <aside className={classes.list} aria-label={translate('chats.list')}>
      <div className={classes.search}>
        <SearchBox label={translate('chats.search')} value={text} onText={setText} />
        <ListMenu client={client} onMade={onChosen} />
      </div>
      {waiting ? (
        <p className={classes.elsewhere}>
          {translate('chats.waitingOnly')}{' '}
          <button type="button" className="link" onClick={onShowAll}>
            {translate('chats.waitingAll')}
          </button>
        </p>
      ) : null}
      {ready || online ? null : <OfflineState onRetry={() => client?.retry()} />}
      {ready || !online ? null : (
        <Delayed>
          <div className={classes.bones}>
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <span key={row}>
                <Skeleton width={40} height={40} radius="50%" />
                <Skeleton height={14} />
              </span>
            ))}
          </div>
        </Delayed>
      )}
      {ready && hiddenUnread > 0 && tab !== 'company' && !query && !waiting ? (
        <p className={classes.elsewhere}>{translate('chats.elsewhere', { smart_count: hiddenUnread })}</p>
      ) : null}
      {ready && shownPeople.length === 0 && (waiting === null || waiting.names !== null) ? (
        <EmptyState
          title={translate(`chats.empty.${emptyKey}`)}
          description={translate(`chats.empty.${emptyKey}Line`)}
        />
      ) : null}
      {ready && client && shownPeople.length ? (
        <VirtualList
          ref={scrollRef}
          className={classes.rows}
          rows={shownPeople}
          keyOf={({ name }) => name}
          height={ROW_HEIGHT}
        >
          {(person) => (
            <ContactRow
              person={person}
              last={lastMessage(person)}
              subtitle={contactSubtitle(person, byId, translate)}
              photo={person.photo && client.fileAddress(person.photo)}
              typing={typists.has(person.name)}
              isChosen={person.name === chosenName}
              onChosen={() => onChosen(person.name)}
            />
          )}
        </VirtualList>
      ) : null}
    </aside>
  );
}
