import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChatPerson } from '#console/data/chat/people.ts';
import { ask } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { useAddition } from '#console/data/session/features.ts';
import { decodeEntries, decodeText, under } from '#resources/protocol/open-shapes.ts';
import { WAITING_PATH } from '#resources/protocol/shift/shift-bounds.ts';
import type { Reach } from './places.ts';

/** Names of the chats that a list is narrowed to. */
export interface Waiting {
  /** Null until they have come. */
  names: ReadonlySet<string> | null;
}

/**
 * The chats of these buildings that wait for an answer; asked for anew with every message.
 * @param isWanted whether the list is narrowed to them
 * @returns null where it is not, or the server does not tell
 */
export function useWaiting(isWanted: boolean, { buildings }: Reach, people: readonly ChatPerson[]): Waiting | null {
  const isKnown = useAddition('shift');
  const ids = buildings.map(({ id }) => id);
  const touched = people.reduce((latest, person) => Math.max(latest, person.touched), 0);
  const isAsked = isWanted && isKnown;
  const { data } = useQuery({
    queryKey: ['chat-waiting', ids, touched],
    queryFn: ({ signal }) =>
      ask(
        withQuery(WAITING_PATH, { buildings_id: ids }),
        (body) => decodeEntries(body).map((one) => decodeText(under(one, 'chat'))),
        {
          signal,
        },
      ),
    enabled: isAsked && ids.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return useMemo(() => (isAsked ? { names: data ? new Set(data) : null } : null), [isAsked, data]);
}
