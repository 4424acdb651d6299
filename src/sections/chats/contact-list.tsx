import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Virtuoso } from 'react-virtuoso';
import type { Building } from '#console/data/building-list.ts';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { useOnline } from '#console/data/online.ts';
import { OfflineState } from '#console/engine/list/states.tsx';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { EmptyState } from '#console/ui/empty-state.tsx';
import { Delayed, Skeleton } from '#console/ui/skeleton.tsx';
import classes from './contact-list.module.css';
import { ContactRow } from './contact-row.tsx';
import { findContacts } from './found-contacts.ts';
import { ListMenu } from './groups/list-menu.tsx';
import { type ChatTab, isInReach, kindOf, type Reach, titleOf, whereText } from './places.ts';

/** Least letters that the server is asked with. */
const FEWEST = 2;

/** The chats and everybody one may write to, narrowed by tab, checked buildings and search (CHAT-01, CHAT-03…05). */
export function ContactList({
  client,
  people,
  typists,
  ready,
  tab,
  reach,
  byId,
  chosen,
  onChosen,
}: {
  client: ChatClient | null;
  people: readonly ChatPerson[];
  typists: ReadonlySet<string>;
  /** The list has come. */
  ready: boolean;
  tab: ChatTab;
  reach: Reach;
  byId: ReadonlyMap<number, Building>;
  chosen: string | null;
  onChosen: (name: string) => void;
}) {
  const translate = useTranslate();
  const online = useOnline();
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim().toLocaleLowerCase('ru'));
  const ids = reach.buildings.map(({ id }) => id);
  const { data: found } = useQuery({
    queryKey: ['chat-contacts', asked, ids],
    queryFn: ({ signal }) => findContacts(asked, ids, signal),
    enabled: asked.length >= FEWEST,
    staleTime: 30_000,
  });
  const shown = useMemo(() => {
    const known = new Set(people.map(({ name }) => name));
    const all = asked.length < FEWEST ? people : [...people, ...(found ?? []).filter(({ name }) => !known.has(name))];
    const foundNames = new Set(found?.map(({ name }) => name));
    return all.filter((person) => {
      if (tab !== 'all' && kindOf(person) !== tab) return false;
      if (!isInReach(person, reach)) return false;
      if (!asked || foundNames.has(person.name)) return true;
      return `${titleOf(person, translate)} ${whereText(person, byId, translate)}`
        .toLocaleLowerCase('ru')
        .includes(asked);
    });
  }, [people, found, asked, tab, reach, byId, translate]);
  // The number in the menu counts all chats; those of buildings that could be checked too are told of.
  const elsewhere = useMemo(() => {
    const all = { ...reach, buildings: [...byId.values()] };
    const hidden = people.filter(
      (person) => reach.buildings.length > 0 && !isInReach(person, reach) && isInReach(person, all),
    );
    return hidden.reduce((sum, { unread }) => sum + unread, 0);
  }, [people, reach, byId]);
  return (
    <aside className={classes.list} aria-label={translate('chats.list')}>
      <div className={classes.search}>
        <SearchBox label={translate('chats.search')} value={text} onText={setText} />
        <ListMenu client={client} onMade={onChosen} />
      </div>
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
      {ready && elsewhere > 0 && tab !== 'company' && !asked ? (
        <p className={classes.elsewhere}>{translate('chats.elsewhere', { smart_count: elsewhere })}</p>
      ) : null}
      {ready && shown.length === 0 ? (
        <EmptyState
          title={translate(asked ? 'chats.empty.found' : 'chats.empty.all')}
          line={translate(asked ? 'chats.empty.foundLine' : 'chats.empty.allLine')}
        />
      ) : null}
      {ready && client && shown.length ? (
        <Virtuoso
          className={classes.rows}
          data={shown as ChatPerson[]}
          computeItemKey={(_index, person) => person.name}
          increaseViewportBy={200}
          itemContent={(_index, person) => (
            <ContactRow
              person={person}
              where={whereText(person, byId, translate)}
              photo={person.photo && client.fileAddress(person.photo)}
              typing={typists.has(person.name)}
              chosen={person.name === chosen}
              onChosen={() => onChosen(person.name)}
            />
          )}
        />
      ) : null}
    </aside>
  );
}
