import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { useServerFeature } from '#console/data/session/features.ts';
import { decodeEntries, decodeText, getKey } from '#resources/protocol/open-shapes.ts';
import { WAITING_PATH } from '#resources/protocol/shift/shift-bounds.ts';
import type { ContactScope } from './contact-scope.ts';

/** Chats that wait for an answer. */
export interface WaitingChats {
  /** Topics of the chats; null until loaded. */
  names: ReadonlySet<string> | null;
}

/**
 * The chats of these buildings that wait for an answer; refetched with every new message.
 * @param isWanted whether the list is restricted to them
 * @returns null if it is not restricted, or without this server addition
 */
export function useWaiting(
  isWanted: boolean,
  { buildings }: ContactScope,
  people: readonly ChatPerson[],
): WaitingChats | null {
  const hasAddition = useServerFeature('shift');
  const ids = buildings.map(({ id }) => id);
  const lastTouched = people.reduce((latest, person) => Math.max(latest, person.touched), 0);
  const isEnabled = isWanted && hasAddition;
  const { data } = useQuery({
    queryKey: ['chat-waiting', ids, lastTouched],
    queryFn: ({ signal }) =>
      ask(
        withQuery(WAITING_PATH, { buildings_id: ids }),
        (body) => decodeEntries(body).map((entry) => decodeText(getKey(entry, 'chat'))),
        {
          signal,
        },
      ),
    enabled: isEnabled && ids.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return useMemo(() => (isEnabled ? { names: data ? new Set(data) : null } : null), [isEnabled, data]);
}
