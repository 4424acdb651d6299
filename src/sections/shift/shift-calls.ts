import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask, request } from '#console/data/http/http.ts';
import { withQuery } from '#console/data/http/query-string.ts';
import { RequestError } from '#console/data/http/request-error.ts';
import { sendOnce } from '#console/data/http/send-once.ts';
import { onConnectionOpen, onFrame } from '#console/data/live/live-frames.ts';
import { shiftAnswer } from '#resources/protocol/shift/shift.ts';
import { HANDOVERS_PATH, NOTES_PATH, SHIFT_PATH } from '#resources/protocol/shift/shift-bounds.ts';

const KEY = ['shift'] as const;

/** Query key of a shift. */
export const shiftKey = (buildings: readonly number[], handover: string | null) => [...KEY, buildings, handover];

/** Delay before a refetch after an event, ms, so that many events cause one call. */
const REFETCH_DELAY_MS = 4_000;
/** Polling interval, ms, because no event tells that a deadline has passed. */
const REFETCH_INTERVAL_MS = 60_000;

/** Whether the server answered that the shift does not exist (404). */
export const isShiftGone = (error: unknown): boolean => error instanceof RequestError && error.status === 404;

/** Loads the data of a shift. @param handover id of the hand-over that ended it; null for the current shift */
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
    refetchInterval: REFETCH_INTERVAL_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Refetches the shift after events that may change it. */
export function useLiveShift(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetchSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: KEY });
      }, REFETCH_DELAY_MS);
    };
    const refetchNow = () => void queryClient.invalidateQueries({ queryKey: KEY });
    const unsubscribers = [
      onFrame('shift-changed', refetchNow),
      onConnectionOpen(refetchNow),
      ...['task', 'notification'].map((type) => onFrame(type, refetchSoon)),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of unsubscribers) stop();
    };
  }, [queryClient]);
}

/** Returns a function that refetches the shift after a write. */
export function useReloadShift(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}

type Buildings = readonly number[] | null;

/** Sends a note. @param buildings recipients; null for the whole company */
export function sendNote(text: string, buildings: Buildings, signal: AbortSignal): Promise<unknown> {
  const body = { text, buildings };
  return sendOnce(NOTES_PATH, body, (headers) => request(NOTES_PATH, { method: 'POST', body, headers, signal }));
}

/** Removes one of the user's own notes. */
export const removeNote = (id: number, signal: AbortSignal) =>
  request(`${NOTES_PATH}${id}/`, { method: 'DELETE', signal });

/** Hands the shift over. @param buildings null for all in scope @param note note to the next shift; may be empty */
export function handOver(buildings: Buildings, note: string, signal: AbortSignal): Promise<unknown> {
  const body = { buildings, ...(note ? { note } : {}) };
  return sendOnce(HANDOVERS_PATH, body, (headers) =>
    request(HANDOVERS_PATH, { method: 'POST', body, headers, signal }),
  );
}

/** Accepts a shift that was handed over. */
export const acceptShift = (id: number, signal: AbortSignal) =>
  request(`${HANDOVERS_PATH}${id}/accept/`, { method: 'POST', signal });

/** Takes back one of the user's own hand-overs. */
export const takeBackHandover = (id: number, signal: AbortSignal) =>
  request(`${HANDOVERS_PATH}${id}/`, { method: 'DELETE', signal });
