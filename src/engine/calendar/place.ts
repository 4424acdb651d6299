import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { companyToday } from '#console/data/company-clock.ts';
import { useCompanyDay } from '#console/data/today.ts';
import { useWidth } from '#console/shell/width.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { isDay, LOOKS, type Look } from './days.ts';

/** Where a calendar stands. */
interface CalendarPlace {
  look: Look;
  /** A day that is shown. */
  day: string;
}

/** Keys of the address. */
const LOOK = 'view';
const DAY = 'day';

/** The place with the way to another one. */
export interface PlacedCalendar extends CalendarPlace {
  /** Today at the company. */
  today: string;
  go: (to: Partial<CalendarPlace>) => void;
}

/** Whether an address says how a list is narrowed: react-admin or a saved view has written it. */
const isOfList = (params: URLSearchParams): boolean => params.has('filter') || params.has('sort');

/** The day that each calendar showed last in this tab, and the day that it was then. */
const shownLast = new Map<string, { day: string; today: string }>();

/** Forgets what was shown: another test. */
export const forgetShownDays = (): void => shownLast.clear();

/**
 * The day of the address; null where it is one that react-admin has kept of a visit that was long ago: such a visit begins with
 * today, only coming back from a form leads to where one was.
 */
function useAddressDay(
  name: string,
  params: URLSearchParams,
  today: string,
  isReplaced: boolean,
): { day: string | null; isStale: boolean } {
  const isFresh = useRef(params.size === 0);
  // As it was before this visit.
  const [last] = useState(() => shownLast.get(name));
  const day = params.get(DAY);
  const isStale = isFresh.current && isReplaced && day !== null && (last?.day !== day || last.today !== today);
  useEffect(() => {
    if (params.size > 0 && !isStale) isFresh.current = false;
  }, [params, isStale]);
  return { day: isStale ? null : day, isStale };
}

/**
 * Where the calendar of a section stands: as the address says, else at today, as the definition says or on a phone as the agenda. A
 * saved view, which says nothing of it, leaves it where it is.
 */
export function useCalendarPlace({ name, list }: Resource): PlacedCalendar {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigationType();
  const phone = useWidth() === 'mobile';
  // Drawn anew when the next day begins.
  useCompanyDay();
  const today = companyToday().date;
  const first = phone ? 'agenda' : (list.calendar?.view ?? 'month');
  const look = params.get(LOOK);
  const { day, isStale } = useAddressDay(name, params, today, navigation === 'REPLACE');
  const lastAddress = useRef<{ look: string | null; day: string | null }>({ look: null, day: null });
  const isDropped = look === null && day === null && navigation !== 'POP' && !isStale && isOfList(params);
  if (!isDropped) lastAddress.current = { look, day };
  const { look: lastLook, day: lastDay } = lastAddress.current;
  const isRestored = isDropped && (lastLook !== null || lastDay !== null);
  useEffect(() => {
    if (!isRestored && !isStale) return;
    setParams(
      (query) => {
        if (isStale) query.delete(DAY);
        else if (lastDay !== null) query.set(DAY, lastDay);
        if (lastLook !== null) query.set(LOOK, lastLook);
        return query;
      },
      { replace: true },
    );
  }, [isRestored, isStale, lastLook, lastDay, setParams]);
  const place = useMemo<CalendarPlace>(
    () => ({ look: LOOKS.find((one) => one === lastLook) ?? first, day: isDay(lastDay) ? lastDay : today }),
    [lastLook, lastDay, first, today],
  );
  useEffect(() => {
    shownLast.set(name, { day: place.day, today });
  }, [name, place.day, today]);
  const go = useCallback(
    (to: Partial<CalendarPlace>) => {
      const next = { ...place, ...to };
      const stays = next.look === place.look && next.day === place.day;
      if (stays && to.day === undefined) return;
      setParams(
        (query) => {
          query.set(LOOK, next.look);
          // Without a day it goes on with the calendar.
          if (next.day === today) query.delete(DAY);
          else query.set(DAY, next.day);
          return query;
        },
        // «Сегодня» scrolls to today, also where the days that are shown have it already.
        { replace: stays },
      );
    },
    [place, today, setParams],
  );
  return useMemo(() => ({ ...place, today, go }), [place, today, go]);
}
