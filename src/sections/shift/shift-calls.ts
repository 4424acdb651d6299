import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, request } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { sentOnce } from '#console/data/http/sent-once.ts';
import { onConnectionOpen, onFrame } from '#console/data/live/live-frames.ts';
import { shiftAnswer } from '#resources/protocol/shift/shift.ts';
import { HANDOVERS_PATH, NOTES_PATH, SHIFT_PATH } from '#resources/protocol/shift/shift-bounds.ts';

const KEY = ['shift'] as const;

/** Key of a shift in the query cache. */
export const shiftKey = (buildings: readonly number[], handover: string | null) => [...KEY, buildings, handover];

/** Least time between two looks at the numbers, ms: many things may happen at once. */
const PAUSE = 4_000;
/** Deadlines pass without a word of anybody, ms. */
const LOOK_AGAIN = 60_000;

/** Whether the server answered that the shift does not exist (404). */
export const isShiftGone = (error: unknown): boolean => error instanceof RequestError && error.status === 404;

/** The page of a shift. @param handover the hand-over that ended it; null for the current shift */
export function useShift(buildings: readonly number[], handover: string | null) {
  const queryClient = useQueryClient();
  const key = shiftKey(buildings, handover);
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      ask(withQuery(SHIFT_PATH, { buildings_id: buildings, handover }), (body) => shiftAnswer.parse(body), {
        signal,
        // A background refresh over shown numbers fails silently.
        report: (error: RequestError) => !isShiftGone(error) && queryClient.getQueryData(key) === undefined,
      }),
    enabled: buildings.length > 0,
    refetchInterval: LOOK_AGAIN,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Has the page asked for anew, soon after anything has happened that it may tell of. */
export function useLiveShift(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: KEY });
      }, PAUSE);
    };
    const now = () => void queryClient.invalidateQueries({ queryKey: KEY });
    const stops = [
      onFrame('shift-changed', now),
      onConnectionOpen(now),
      ...['task', 'notification'].map((type) => onFrame(type, soon)),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [queryClient]);
}

/** Asks for the page anew, once something of it was written. */
export function useShiftWritten(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}

type Buildings = readonly number[] | null;

/** Writes a note. @param buildings for which; null: for the whole company */
export function sendNote(text: string, buildings: Buildings, signal: AbortSignal): Promise<unknown> {
  const body = { text, buildings };
  return sentOnce(NOTES_PATH, body, (headers) => request(NOTES_PATH, { method: 'POST', body, headers, signal }));
}

/** Takes a note of one's own back. */
export const removeNote = (id: number, signal: AbortSignal) =>
  request(`${NOTES_PATH}${id}/`, { method: 'DELETE', signal });

/** Ends the shift of buildings. @param buildings null: of all in reach @param note to the next shift; may be empty */
export function handOver(buildings: Buildings, note: string, signal: AbortSignal): Promise<unknown> {
  const body = { buildings, ...(note ? { note } : {}) };
  return sentOnce(HANDOVERS_PATH, body, (headers) =>
    request(HANDOVERS_PATH, { method: 'POST', body, headers, signal }),
  );
}

/** Takes a shift over. */
export const acceptShift = (id: number, signal: AbortSignal) =>
  request(`${HANDOVERS_PATH}${id}/accept/`, { method: 'POST', signal });

/** Takes a hand-over of one's own back. */
export const takeBackHandover = (id: number, signal: AbortSignal) =>
  request(`${HANDOVERS_PATH}${id}/`, { method: 'DELETE', signal });
