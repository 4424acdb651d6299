import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { companyToday } from '#console/data/company-clock.ts';
import { useCompanyDay } from '#console/data/today.ts';
import { useWidth } from '#console/shell/width.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { isDay, LOOKS, type Look } from './days.ts';

/** Where a calendar stands. */
export interface CalendarPlace {
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

/** Keys by which react-admin writes a list into the address, with nothing else beside them. */
const isOfList = (params: URLSearchParams): boolean => params.has('filter') || params.has('sort');

/**
 * Where the calendar of a section stands: as the address says, else at today, as the definition says or on a phone as the agenda. A
 * filter, which writes the address anew, leaves it where it is.
 */
export function useCalendarPlace({ list }: Resource): PlacedCalendar {
  const [params, setParams] = useSearchParams();
  const isBack = useNavigationType() === 'POP';
  const phone = useWidth() === 'mobile';
  // Drawn anew when the next day begins.
  useCompanyDay();
  const today = companyToday().date;
  const first = phone ? 'agenda' : (list.calendar?.view ?? 'month');
  const [look, day] = [params.get(LOOK), params.get(DAY)];
  const lastTold = useRef<{ look: string | null; day: string | null }>({ look: null, day: null });
  const isDropped = look === null && day === null && !isBack && isOfList(params);
  if (!isDropped) lastTold.current = { look, day };
  const { look: toldLook, day: toldDay } = lastTold.current;
  useEffect(() => {
    if (!isDropped || (toldLook === null && toldDay === null)) return;
    setParams(
      (query) => {
        if (toldLook !== null) query.set(LOOK, toldLook);
        if (toldDay !== null) query.set(DAY, toldDay);
        return query;
      },
      { replace: true },
    );
  }, [isDropped, toldLook, toldDay, setParams]);
  const place = useMemo<CalendarPlace>(
    () => ({ look: LOOKS.find((one) => one === toldLook) ?? first, day: isDay(toldDay) ? toldDay : today }),
    [toldLook, toldDay, first, today],
  );
  const go = useCallback(
    (to: Partial<CalendarPlace>) => {
      const next = { ...place, ...to };
      if (next.look === place.look && next.day === place.day) return;
      setParams((query) => {
        query.set(LOOK, next.look);
        query.set(DAY, next.day);
        return query;
      });
    },
    [place, setParams],
  );
  return useMemo(() => ({ ...place, today, go }), [place, today, go]);
}
