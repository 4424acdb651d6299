import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { companyToday } from '#console/data/company-clock.ts';
import { useCompanyDay } from '#console/data/today.ts';
import { useWidth } from '#console/shell/width.ts';
import type { Resource } from '#resources/language/define-resource.ts';
import { CALENDAR_VIEWS_WITH_UNDATED, type CalendarView, isDay } from './days.ts';

/** View and day of a calendar. */
interface CalendarPosition {
  view: CalendarView;
  /** A day inside the visible range. */
  day: string;
}

/** URL parameters. */
const VIEW_PARAM = 'view';
const DAY_PARAM = 'day';

/** The view and day, with a function to change them. */
export interface CalendarNavigation extends CalendarPosition {
  /** Today in the company's time zone. */
  today: string;
  go: (to: Partial<CalendarPosition>) => void;
}

/** Whether the URL has list parameters, as written by react-admin or a saved view. */
const hasListParams = (params: URLSearchParams): boolean => params.has('filter') || params.has('sort');

/** The day that each calendar last showed in this tab, and the date on which it did. */
const lastShown = new Map<string, { day: string; today: string }>();

/** Clears the remembered days between tests. */
export const forgetShownDays = (): void => lastShown.clear();

/**
 * The day in the URL; null if react-admin has restored it from an earlier visit. Such a visit starts at today, unless the person
 * returns from a form.
 */
function useAddressDay(
  name: string,
  params: URLSearchParams,
  today: string,
  isReplaced: boolean,
): { day: string | null; isStale: boolean } {
  const isFresh = useRef(params.size === 0);
  // The state before this visit.
  const [lastShownDay] = useState(() => lastShown.get(name));
  const day = params.get(DAY_PARAM);
  const isStale =
    isFresh.current && isReplaced && day !== null && (lastShownDay?.day !== day || lastShownDay.today !== today);
  useEffect(() => {
    if (params.size > 0 && !isStale) isFresh.current = false;
  }, [params, isStale]);
  return { day: isStale ? null : day, isStale };
}

/**
 * View and day of a section's calendar: from the URL, else today in the definition's view (on phones the agenda). A saved view
 * without these parameters leaves them unchanged.
 */
export function useCalendarPlace({ name, list }: Resource): CalendarNavigation {
  const [params, setParams] = useSearchParams();
  const navigation = useNavigationType();
  const isPhone = useWidth() === 'mobile';
  // Re-renders when the next day begins.
  useCompanyDay();
  const today = companyToday().date;
  const defaultView = isPhone ? 'agenda' : (list.calendar?.view ?? 'month');
  const view = params.get(VIEW_PARAM);
  const { day, isStale } = useAddressDay(name, params, today, navigation === 'REPLACE');
  const lastParams = useRef<{ view: string | null; day: string | null }>({ view: null, day: null });
  const isParamLost = view === null && day === null && navigation !== 'POP' && !isStale && hasListParams(params);
  if (!isParamLost) lastParams.current = { view, day };
  const { view: lastView, day: lastDay } = lastParams.current;
  const isRestored = isParamLost && (lastView !== null || lastDay !== null);
  useEffect(() => {
    if (!isRestored && !isStale) return;
    setParams(
      (query) => {
        if (isStale) query.delete(DAY_PARAM);
        else if (lastDay !== null) query.set(DAY_PARAM, lastDay);
        if (lastView !== null) query.set(VIEW_PARAM, lastView);
        return query;
      },
      { replace: true },
    );
  }, [isRestored, isStale, lastView, lastDay, setParams]);
  const position = useMemo<CalendarPosition>(
    () => ({
      view: CALENDAR_VIEWS_WITH_UNDATED.find((known) => known === lastView) ?? defaultView,
      day: isDay(lastDay) ? lastDay : today,
    }),
    [lastView, lastDay, defaultView, today],
  );
  useEffect(() => {
    lastShown.set(name, { day: position.day, today });
  }, [name, position.day, today]);
  const go = useCallback(
    (to: Partial<CalendarPosition>) => {
      const target = { ...position, ...to };
      const isUnchanged = target.view === position.view && target.day === position.day;
      if (isUnchanged && to.day === undefined) return;
      setParams(
        (query) => {
          query.set(VIEW_PARAM, target.view);
          // Today is not stored in the URL, so that the calendar advances with the date.
          if (target.day === today) query.delete(DAY_PARAM);
          else query.set(DAY_PARAM, target.day);
          return query;
        },
        // «Сегодня» navigates even without a change, because it also scrolls to today.
        { replace: isUnchanged },
      );
    },
    [position, today, setParams],
  );
  return useMemo(() => ({ ...position, today, go }), [position, today, go]);
}
