import { addDays } from '#resources/days.ts';
import '#i18n/calendar-texts.ts';
import AddOutlined from '@mui/icons-material/Add';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import type { CalendarFields } from '#resources/language/calendar.ts';
import { CalendarChip } from './chip.tsx';
import { type CalendarRange, daysBetween, daysFrom, dayTitle, stepDay, WEEK, WEEKDAYS } from './days.ts';
import classes from './grid.module.css';
import type { CalendarNavigation } from './place.ts';
import { useReschedule } from './reschedule.ts';
import { type DatedRecord, dateRecord, includesDay, weekLanes } from './spans.ts';

/** Records shown per day before «Ещё N». */
const MAX_SHOWN = { month: 4, week: 14 } as const;

interface Props {
  calendar: CalendarFields;
  view: 'month' | 'week';
  range: CalendarRange;
  title: string;
  /** Sorted by their start. */
  records: readonly DatedRecord[];
  /** Number of records by day, for days that are not loaded completely. */
  counts: Readonly<Record<string, number>>;
  place: CalendarNavigation;
  isBusy: boolean;
  /** On a phone days show only the number of their records. */
  isCompact: boolean;
  /** Opens the create form; null if the person may not create records or the form does not ask for the day. */
  onCreate: ((day: string) => void) | null;
}

/** The day that each key moves to. */
const NEXT_DAY_BY_KEY: Readonly<Record<string, (day: string, view: Props['view'], at: number) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -WEEK),
  ArrowDown: (day) => addDays(day, WEEK),
  Home: (day, _look, at) => addDays(day, -at),
  End: (day, _look, at) => addDays(day, WEEK - 1 - at),
  PageUp: (day, view) => stepDay(view, day, -1),
  PageDown: (day, view) => stepDay(view, day, 1),
};

/** The day with the keyboard focus, and its key handler. */
function useActiveDay({ range, place, view }: Pick<Props, 'range' | 'place' | 'view'>) {
  const tableRef = useRef<HTMLTableElement>(null);
  const isShown = (day: string) => includesDay(range, day);
  const [focusedDay, setFocusedDay] = useState(place.day);
  const activeDay = [focusedDay, place.day].find(isShown) ?? range.first;
  const shouldFocus = useRef(false);
  useEffect(() => {
    if (!shouldFocus.current) return;
    shouldFocus.current = false;
    tableRef.current?.querySelector<HTMLElement>(`[data-day="${activeDay}"]`)?.focus();
  });
  const onKeyDown = (event: KeyboardEvent, day: string) => {
    // Keys pressed in a control inside a day are left to that control.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      place.go({ view: 'day', day });
      return;
    }
    const next = NEXT_DAY_BY_KEY[event.key]?.(day, view, daysBetween(range.first, day) % WEEK);
    if (next === undefined) return;
    event.preventDefault();
    shouldFocus.current = true;
    setFocusedDay(next);
    // PageUp and PageDown change the range even if the target day is already visible.
    if (!isShown(next) || event.key.startsWith('Page')) place.go({ day: next });
  };
  return { tableRef, activeDay, setActive: setFocusedDay, onKeyDown };
}

/** Handlers for dragging a record from one day to another. */
function useDrag() {
  const { move } = useReschedule();
  const drag = useRef<{ record: RaRecord; day: string } | null>(null);
  const [overDay, setOverDay] = useState<string | null>(null);
  return {
    overDay,
    onDrag: (next: typeof drag.current) => {
      drag.current = next;
      if (!next) setOverDay(null);
    },
    enter: (day: string): boolean => {
      if (drag.current && overDay !== day) setOverDay(day);
      return drag.current !== null;
    },
    /** @param findFirstDay returns the first day of a record */
    drop: (day: string, findFirstDay: (record: RaRecord) => string | undefined) => {
      const dragged = drag.current;
      drag.current = null;
      setOverDay(null);
      const first = dragged && findFirstDay(dragged.record);
      // The record moves by the number of days between the day it was dragged by and the target.
      if (first) void move(dragged.record, addDays(first, daysBetween(dragged.day, day)));
    },
  };
}

/** A month or a week as a table of days. */
export function CalendarGrid(props: Props) {
  const { calendar, view, range, title, records, place, isBusy } = props;
  const translate = useTranslate();
  const helpId = useId();
  const { tableRef, activeDay, setActive, onKeyDown } = useActiveDay(props);
  const { overDay, onDrag, enter, drop } = useDrag();
  const [hovered, setHovered] = useState<string | null>(null);
  const weeks = useMemo(() => {
    const days = daysFrom(range);
    return Array.from({ length: days.length / WEEK }, (_, at) => {
      const weekDays = days.slice(at * WEEK, (at + 1) * WEEK);
      return { days: weekDays, lanes: weekLanes(records, weekDays[0] ?? range.first) };
    });
  }, [range, records]);
  const month = place.day.slice(0, 7);
  return (
    <div className={classes.frame}>
      <p id={helpId} className="sr-only">
        {translate('calendar.help')}
      </p>
      <table
        ref={tableRef}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys move between its cells
        role="grid"
        aria-label={title}
        aria-describedby={helpId}
        aria-busy={isBusy}
        className={[classes.grid, view === 'week' && classes.week, props.isCompact && classes.compact]
          .filter(Boolean)
          .join(' ')}
      >
        <thead>
          <tr>
            {WEEKDAYS.map(({ short, long }) => (
              <th key={short} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ days, lanes }) => (
            <tr key={days[0]}>
              {days.map((day, at) => {
                const isActive = day === activeDay;
                const states = [
                  classes.day,
                  view === 'month' && day.slice(0, 7) !== month && classes.outside,
                  day === place.today && classes.today,
                  day === overDay && classes.over,
                  props.onCreate && classes.open,
                ];
                return (
                  <td
                    key={day}
                    data-day={day}
                    className={states.filter(Boolean).join(' ')}
                    tabIndex={isActive ? 0 : -1}
                    aria-label={dayTitle(day)}
                    aria-current={day === place.today ? 'date' : undefined}
                    onKeyDown={(event) => onKeyDown(event, day)}
                    onFocus={() => setActive(day)}
                    onPointerEnter={() => setHovered(day)}
                    onPointerLeave={() => setHovered(null)}
                    onClick={(event) => {
                      const isElsewhere = (event.target as Element).closest('button, a, [data-chip], [role="menu"]');
                      // Clicks in a record's menu bubble through React although the menu is elsewhere in the DOM.
                      if (isElsewhere || !event.currentTarget.contains(event.target as Element)) return;
                      if (props.isCompact) place.go({ view: 'day', day });
                      else props.onCreate?.(day);
                    }}
                    onDragOver={(event) => {
                      if (enter(day)) event.preventDefault();
                    }}
                    onDrop={(event) => {
                      event.preventDefault();
                      drop(day, (record) => dateRecord(calendar, record)?.first);
                    }}
                  >
                    <DayCell
                      {...props}
                      day={day}
                      lanes={lanes[at] ?? []}
                      isActive={isActive}
                      hasMenus={isActive || day === hovered}
                      onDrag={onDrag}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayCell({
  day,
  lanes,
  view,
  counts,
  place,
  isCompact,
  isActive,
  hasMenus,
  onCreate,
  onDrag,
}: Props & {
  day: string;
  lanes: readonly (DatedRecord | null)[];
  isActive: boolean;
  hasMenus: boolean;
  onDrag: Parameters<typeof CalendarChip>[0]['onDrag'];
}) {
  const translate = useTranslate();
  const shownLanes = lanes.slice(0, MAX_SHOWN[view]);
  const count = counts[day] ?? lanes.filter(Boolean).length;
  const hiddenCount = count - shownLanes.filter(Boolean).length;
  const tabIndex = isActive ? 0 : -1;
  const open = () => place.go({ view: 'day', day });
  return (
    <>
      <div className={classes.head}>
        <button type="button" className={classes.number} tabIndex={tabIndex} aria-label={dayTitle(day)} onClick={open}>
          {Number(day.slice(8))}
        </button>
        {onCreate && !isCompact ? (
          <button
            type="button"
            className={classes.add}
            tabIndex={tabIndex}
            aria-label={translate('calendar.add', { day: dayTitle(day) })}
            onClick={() => onCreate(day)}
          >
            <AddOutlined aria-hidden />
          </button>
        ) : null}
      </div>
      {isCompact ? (
        count > 0 && (
          <p className={classes.count}>
            <span aria-hidden>{count}</span>
            <span className="sr-only">{translate('calendar.records', { count })}</span>
          </p>
        )
      ) : (
        <>
          {shownLanes.map((entry, lane) =>
            entry ? (
              <CalendarChip
                key={entry.record.id}
                entry={entry}
                day={day}
                isTabStop={isActive}
                hasMenu={hasMenus}
                onDrag={onDrag}
              />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: an empty lane has no other identity than its index
              <div key={`free ${lane}`} className={classes.free} aria-hidden />
            ),
          )}
          {hiddenCount > 0 ? (
            <button
              type="button"
              className={classes.more}
              tabIndex={tabIndex}
              aria-label={translate('calendar.moreOf', { count: hiddenCount, day: dayTitle(day) })}
              onClick={open}
            >
              {translate('calendar.more', { count: hiddenCount })}
            </button>
          ) : null}
        </>
      )}
    </>
  );
}
