import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ChatClient } from '#console/data/chat/client.ts';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { SearchBox } from '#console/fields/parts/search-box.tsx';
import { Avatar } from '#console/ui/display/avatar.tsx';
import { Checkbox } from '#console/ui/inputs/checkbox.tsx';
import { contactKind } from '../contact-scope.ts';
import { findColleagues } from '../find-contacts.ts';
import classes from './groups.module.css';

/** Colleagues among the loaded contacts: the fallback for a server without a contact search. */
function loadedColleagues(client: ChatClient, text: string): ChatPerson[] {
  const query = text.toLocaleLowerCase('ru');
  return client.contacts.people.filter(
    (person) =>
      !person.group && contactKind(person) === 'company' && person.title.toLocaleLowerCase('ru').includes(query),
  );
}

/** Search for colleagues by name, with a checkbox for each. */
export function ColleaguePicker({
  client,
  excludedNames,
  colleagues,
  onChosen,
}: {
  client: ChatClient;
  /** Topics (`usr…`) of the present members, left out of the list. */
  excludedNames: ReadonlySet<string>;
  colleagues: ReadonlyMap<string, string>;
  /** Topics (`usr…`) of the chosen colleagues with their display names. */
  onChosen: (chosen: ReadonlyMap<string, string>) => void;
}) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const query = useDeferredValue(text.trim());
  const { data, isPending } = useQuery({
    queryKey: ['chat-colleagues', query],
    queryFn: async ({ signal }) => (await findColleagues(query, signal)) ?? loadedColleagues(client, query),
    staleTime: 30_000,
  });
  const people = (data ?? []).filter(({ name }) => name !== client.self && !excludedNames.has(name));

  function toggle(person: ChatPerson, isChecked: boolean) {
    const next = new Map(colleagues);
    if (isChecked) next.set(person.name, person.title);
    else next.delete(person.name);
    onChosen(next);
  }
  return (
    <fieldset className={classes.picker}>
      <legend>{translate('chats.groups.colleagues')}</legend>
      <SearchBox label={translate('chats.groups.find')} value={text} onText={setText} />
      {colleagues.size ? (
        <p className={classes.chosen}>
          {translate('chats.groups.chosen', { names: [...colleagues.values()].join(', ') })}
        </p>
      ) : null}
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.name}>
            <Checkbox checked={colleagues.has(person.name)} onChange={(on) => toggle(person, on)}>
              <span className={classes.person}>
                <Avatar name={person.title} picture={person.photo && client.fileAddress(person.photo)} size={32} />
                <span>
                  <b>{person.title}</b>
                  <small>{person.position}</small>
                </span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {!isPending && people.length === 0 ? (
        <p className={classes.note} role="status">
          {translate('chats.empty.found')}
        </p>
      ) : null}
    </fieldset>
  );
}
